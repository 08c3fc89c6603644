/** Records and pages in the shapes of arXiv's two interfaces, for tests. */

export function oaiRecordXml(id: string, title: string, more = ""): string {
  return `<record><header><identifier>oai:arXiv.org:${id}</identifier><datestamp>2024-02-03</datestamp><setSpec>cs</setSpec></header>
<metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>${id}</id><created>2023-01-02</created><updated>2024-02-01</updated>
<authors><author><keyname>Example</keyname><forenames>Ada B.</forenames></author><author><keyname>Solo</keyname><suffix>Jr.</suffix></author></authors>
<title>${title}</title><categories>cs.IR cs.CL</categories>${more}<license>http://creativecommons.org/licenses/by/4.0/</license>
<abstract>  We search
  and find &lt; 3. </abstract></arXiv></metadata></record>`;
}

export function deletedXml(id: string): string {
  return `<record><header status="deleted"><identifier>oai:arXiv.org:${id}</identifier><datestamp>2024-02-03</datestamp></header></record>`;
}

export function oaiPage(records: readonly string[], token: string | null = null): string {
  const resumption = token === null ? "" : `<resumptionToken cursor="0" completeListSize="9">${token}</resumptionToken>`;
  return oaiAnswer(`<ListRecords>${records.join("\n")}${resumption}</ListRecords>`);
}

export function oaiError(code: string, message: string): string {
  return oaiAnswer(`<error code="${code}">${message}</error>`);
}

function oaiAnswer(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-02-04T00:00:00Z</responseDate><request verb="ListRecords">http://export.arxiv.org/oai2</request>${content}</OAI-PMH>`;
}

export function atomEntryXml(id: string, title: string): string {
  return `<entry><id>http://arxiv.org/abs/${id}</id><updated>2024-02-01T10:00:00Z</updated><published>2023-01-02T10:00:00Z</published>
<title>${title}</title><summary>  We search. </summary><author><name>Ada B. Example</name></author>
<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1000/ABC</arxiv:doi><arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">9 pages</arxiv:comment>
<link href="http://arxiv.org/abs/${id}" rel="alternate" type="text/html"/><category term="cs.IR" scheme="http://arxiv.org/schemas/atom"/></entry>`;
}

export function atomFeed(entries: readonly string[], total: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">ArXiv Query</title><id>http://arxiv.org/api/x</id><updated>2024-02-04T00:00:00-05:00</updated>
<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">${total}</opensearch:totalResults>${entries.join("\n")}</feed>`;
}
