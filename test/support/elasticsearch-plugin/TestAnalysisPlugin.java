import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/** What the full distribution's module `analysis-common` offers and the small one lacks, as far as our mappings and security use it. */
public class TestAnalysisPlugin extends Plugin implements AnalysisPlugin {
    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
            "asciifolding", (index, environment, name, settings) -> new Normalizing(name, ASCIIFoldingFilter::new),
            "unique", (index, environment, name, settings) -> new Plain(name, RemoveDuplicatesTokenFilter::new),
            "stemmer", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> new Plain(name, stemmer(settings))),
            "pattern_capture", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> {
                var patterns = settings.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
                var preserve = settings.getAsBoolean("preserve_original", true);
                return new Plain(name, input -> new PatternCaptureGroupTokenFilter(input, preserve, patterns));
            }));
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of("uax_url_email", (index, environment, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new));
    }

    private static Function<TokenStream, TokenStream> stemmer(Settings settings) {
        return switch (settings.get("language", "english")) {
            case "english" -> PorterStemFilter::new;
            case "light_english" -> KStemFilter::new;
            case "possessive_english" -> EnglishPossessiveFilter::new;
            case String other -> throw new IllegalArgumentException("no stemmer for " + other);
        };
    }

    private record Plain(String name, Function<TokenStream, TokenStream> filter) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream input) {
            return filter.apply(input);
        }
    }

    private record Normalizing(String name, Function<TokenStream, TokenStream> filter) implements NormalizingTokenFilterFactory {
        @Override
        public TokenStream create(TokenStream input) {
            return filter.apply(input);
        }
    }
}
