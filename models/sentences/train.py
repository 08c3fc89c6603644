"""Trains the models of sentences from what `npm run bench -- train-sentences` wrote, and writes their weights as JSON beside the code that uses them.

    pip install scikit-learn==1.9.1 scipy==1.17.1
    python3 models/sentences/train.py roles FOLDER      # FOLDER/roles.jsonl
    python3 models/sentences/train.py relevance FOLDER  # FOLDER/relevance.jsonl
    python3 models/sentences/train.py answers FOLDER    # FOLDER/answers.jsonl, FOLDER/readings.jsonl of models/build_reader.py
    python3 models/sentences/train.py further FOLDER    # FOLDER/answers.jsonl, FOLDER/further-readings.jsonl
    python3 models/sentences/train.py last FOLDER       # FOLDER/answers.jsonl, FOLDER/last-readings.jsonl
    python3 models/sentences/train.py latest FOLDER     # FOLDER/answers.jsonl, FOLDER/latest-readings.jsonl
    python3 models/sentences/train.py quoted FOLDER     # FOLDER/answers.jsonl, FOLDER/quoted-readings.jsonl
    python3 models/sentences/train.py claims FOLDER     # FOLDER/claims.jsonl

Roles and relevance are trained on the halves for tuning alone; prints how well the halves for reporting are told apart, and each set by a model that never saw it.
Answers are trained on the first 1,356 graded questions; prints how well four models, each trained on three quarters of the questions, rank those of the fourth. The later
questions train trees of their own, for sentences that were read; both vote. Of those after them further trees learn what these say too much or too little, also by what is demanded of a sentence, and of the latest once more.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

TARGET = Path(__file__).resolve().parents[2] / "src/answers/extractive"
ROLES = ["background", "aim", "method", "result", "conclusion", "announcement", "organisation", "question"]
# Abstracts of machine learning are what the library holds most: all of the few labeled by hand weigh as much as all of medicine.
ROLE_SET_WEIGHT = {"labeled": 1.0, "pubmedqa": 1.0}
ROLE_STRENGTH = 0.3
# Which sets teach relevance, and what the questions of each weigh together.
RELEVANCE_SETS = {"scifact": 1.25, "pubmedqa": 0.4, "labeled": 1.0, "qasper": 0.8}
RELEVANCE_STRENGTH = 1.0
# Known only of a sentence that was embedded.
MEANING = {"cosine", "cosine_gap"}
# What may only speak for a sentence, and what only against: a few hundred questions are too few to learn the contrary from.
FOR = {"words", "coverage", "full_coverage", "paper_coverage", "document", "top_document", "cosine", "outcome_share", "role_result",
       "role_conclusion", "amount_measured", "both_negated", "work_aim", "work_method", "measured", "comparison"}
AGAINST = {"cosine_gap", "role_background", "role_announcement", "role_organisation", "role_question", "leans", "work_outcome"}
# Shallow trees in small steps, each split among three in ten of the features: 440 questions are few. Above 10,000 rows scikit-learn sets a tenth of them aside
# and stops where ten more trees do not help there: the model of all questions stops early, those of three quarters of them do not.
TREES = {"max_depth": 4, "max_iter": 220, "learning_rate": 0.05, "min_samples_leaf": 30, "l2_regularization": 5, "max_features": 0.3, "random_state": 1}
FOLDS = 4
# Questions of several clauses and of few words came later.
FIRST_QUESTIONS = 1356
# And of an index from this on others, and the latest.
LAST_FROM = 4124
LATEST_FROM = 5664
# Those from this one up to the 11,032nd teach the question adapter alone.
TAUGHT = 8641
# Of those from this one on the sentences were graded as an answer quotes them, where 2 is the highest grade; and what it is on the scale of the others.
ANSWERS_FROM = 12464
# From this one on they teach the reader alone.
MORE_FROM = 15377
ANSWERED = 2.35
# What only trees from the last ones on look at.
ASKED = ["least_told", "terms_untold", "least_in_paper", "terms_absent", "other_language", "demands", "failure"]
# What others say already leaves less to be learned.
RESIDUAL = {**TREES, "max_depth": 3, "max_iter": 120, "min_samples_leaf": 50}
# So many sentences of a question are read again, as in `promising.ts`.
READ_AGAIN = 12
# How much of what is demanded is held against a sentence that was read, as in `demands.ts`.
SOFTENED = 0.5
# What an embedding tells of a sentence: unknown of one that is chosen by words, and not looked at where it was read.
EMBEDDED = {"cosine", "cosine_gap", "relevance"}
# Grades from here on: part of an answer, or the whole of it.
ANSWERS = 2


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def shares(rows, of):
    """One weight a row: every set weighs the same, times what `of` gives it."""
    counts = defaultdict(int)
    for row in rows:
        counts[row["set"]] += 1
    return np.array([of.get(row["set"], 0) / counts[row["set"]] for row in rows]) * len(rows)


def linear(names, intercept, coefficients):
    weights = {name: round(float(value), 3) for name, value in sorted(zip(names, coefficients)) if abs(value) >= 0.001}
    return {"bias": round(float(intercept), 3), "weights": weights}


def write(name, value):
    path = TARGET / name
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
    print(f"wrote {path.name}")


def fit_roles(rows):
    vectorizer = DictVectorizer(sparse=False)
    inputs = vectorizer.fit_transform([row["features"] for row in rows])
    model = LogisticRegression(C=ROLE_STRENGTH, max_iter=5000)
    model.fit(inputs, [row["role"] for row in rows], sample_weight=shares(rows, ROLE_SET_WEIGHT))
    return vectorizer, model


def roles(folder):
    rows = read(folder / "roles.jsonl")
    tune = [row for row in rows if row["half"] == "tune"]

    def report(label, vectorizer, model, chosen):
        found = model.predict(vectorizer.transform([row["features"] for row in chosen]))
        right = np.mean([a == row["role"] for a, row in zip(found, chosen)])
        outcomes = ("result", "conclusion")
        alike = np.mean([(a in outcomes) == (row["role"] in outcomes) for a, row in zip(found, chosen)])
        print(f"{label}: {len(chosen)} sentences, role right {right:.3f}, outcome or not right {alike:.3f}")

    for left_out in ROLE_SET_WEIGHT:
        model = fit_roles([row for row in tune if row["set"] != left_out])
        report(f"{left_out} unseen", *model, [row for row in rows if row["set"] == left_out and row["half"] == "report"])
    vectorizer, model = fit_roles(tune)
    for name in ROLE_SET_WEIGHT:
        report(f"{name}, half for reporting", vectorizer, model, [row for row in rows if row["set"] == name and row["half"] == "report"])
    by_role = dict(zip(model.classes_, zip(model.intercept_, model.coef_)))
    write("sentence-roles.json", {role: linear(vectorizer.feature_names_, *by_role[role]) for role in ROLES})


def features_of(row, meaning):
    return {name: value for name, value in row["features"].items() if meaning or name not in MEANING}


def grouped(rows):
    """Rows of one question together, without the questions that teach nothing: where all answer, or none."""
    by_question = defaultdict(list)
    for row in rows:
        by_question[row["question"]].append(row)
    return [found for found in by_question.values() if 0 < sum(row["answers"] for row in found) < len(found)]


def fit_relevance(rows, meaning):
    """The likelihood that the best of a question's candidates answers it (softmax over them), with the signs that `FOR` and `AGAINST` allow;
    then a scale and a bias, so that the score is the logarithm of the odds that a sentence answers."""
    groups = grouped(rows)
    rows = [row for group in groups for row in group]
    vectorizer = DictVectorizer(sparse=False)
    inputs = vectorizer.fit_transform([features_of(row, meaning) for row in rows])
    answers = np.array([float(row["answers"]) for row in rows])
    starts = np.cumsum([0] + [len(group) for group in groups])[:-1]
    of = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    weights = shares([group[0] for group in groups], RELEVANCE_SETS)

    def loss(values):
        scores = inputs @ values
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        all_of, right = np.add.reduceat(powers, starts), np.add.reduceat(powers * answers, starts) + 1e-12
        slope = weights[of] * (powers / all_of[of] - powers * answers / right[of])
        return -(weights @ np.log(right / all_of)) + values @ values / (2 * RELEVANCE_STRENGTH), inputs.T @ slope + values / RELEVANCE_STRENGTH

    names = list(vectorizer.feature_names_)
    bounds = [(0 if name in FOR else None, 0 if name in AGAINST else None) for name in names]
    found = minimize(loss, np.zeros(len(names)), jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": 2000}).x
    scale = LogisticRegression(C=1e6).fit((inputs @ found)[:, None], answers, sample_weight=weights[of])
    return names, float(scale.intercept_[0]), found * float(scale.coef_[0, 0])


def score(fitted, row):
    names, intercept, coefficients = fitted
    return intercept + sum(row["features"].get(name, 0) * value for name, value in zip(names, coefficients))


def hits(fitted, rows):
    """Of the questions, how many have an answer first and among three."""
    by_question = defaultdict(list)
    for row in rows:
        by_question[row["question"]].append(row)
    ranked = [sorted(found, key=lambda row: -score(fitted, row)) for found in by_question.values()]
    first = np.mean([found[0]["answers"] for found in ranked])
    three = np.mean([any(row["answers"] for row in found[:3]) for found in ranked])
    return f"{len(ranked)} questions, first {first:.3f}, three {three:.3f}"


def relevance(folder):
    rows = read(folder / "relevance.jsonl")
    tune = [row for row in rows if row["half"] == "tune"]
    embedded = [row for row in rows if row["embedded"]]
    for name in RELEVANCE_SETS:
        unseen = fit_relevance([row for row in embedded if row["half"] == "tune" and row["set"] != name], meaning=True)
        print(f"{name} unseen:", hits(unseen, [row for row in embedded if row["set"] == name and row["half"] == "report"]))
    words = fit_relevance(tune, meaning=False)
    meaning = fit_relevance([row for row in embedded if row["half"] == "tune"], meaning=True)
    for name in RELEVANCE_SETS:
        for half in ("tune", "report"):
            own = [row for row in embedded if row["set"] == name and row["half"] == half]
            print(f"{name}, {half}:", hits(meaning, own), "· words alone:", hits(words, own))
    write("sentence-relevance.json", {"words": linear(*words), "meaning": linear(*meaning)})


def ranking(scores, grades, of, all_grades):
    """Over questions: how often the best scored sentence answers; of the best five, the shares that answer and that are off the question; and nDCG@10
    (Jarvelin and Kekalainen 2002, gain 2^grade - 1) against the best order of all sentences of the ten papers."""
    first, answer, off, gains = [], [], [], []
    discounts = 1 / np.log2(np.arange(2, 12))

    def gain(found):
        return float(((2.0 ** found[:10] - 1) * discounts[: len(found)]).sum())

    for question, own in enumerate(all_grades):
        rows = np.flatnonzero(of == question)
        if len(rows) == 0:
            continue
        found = grades[rows[np.argsort(-scores[rows], kind="stable")]]
        first.append(found[0] >= ANSWERS)
        answer.append(np.mean(found[:5] >= ANSWERS))
        off.append(np.mean(found[:5] == 0))
        best = gain(np.sort(np.array(own, float))[::-1])
        if best > 0:
            gains.append(gain(found) / best)
    values = {"first answers": first, "of five answer": answer, "of five off": off, "nDCG@10": gains}
    return f"{len(first)} questions, " + ", ".join(f"{name} {np.mean(value):.3f}" for name, value in values.items())


def tree_of(nodes, index=0):
    """A tree as `trees.ts` reads it."""
    node = nodes[index]
    if node["is_leaf"]:
        return round(float(node["value"]), 4)
    branches = [tree_of(nodes, node["left"]), tree_of(nodes, node["right"])]
    return [int(node["feature_idx"]), round(float(node["num_threshold"]), 5), *branches]


def trees_of(model, names):
    # scikit-learn tells the trees of a model by nothing public.
    trees = [tree_of(step[0].nodes) for step in model._predictors]
    return {"features": names, "base": round(float(np.ravel(model._baseline_prediction)[0]), 4), "trees": trees}


def best_of(scores, of, size):
    """Which rows are among the best `size` of their question."""
    found = np.zeros(len(scores), bool)
    for question in np.unique(of):
        rows = np.flatnonzero(of == question)
        found[rows[np.argsort(-scores[rows], kind="stable")[:size]]] = True
    return found


def answers(folder):
    questions = read(folder / "answers.jsonl")[:FIRST_QUESTIONS]
    # Of the questions that the reader itself was trained on it has said nothing.
    readings = np.array([np.nan if said is None else said[0] for own in read(folder / "readings.jsonl") for said in own])
    unread = np.isnan(readings)
    rows = [(index, row) for index, question in enumerate(questions) for row in question["candidates"]]
    names = sorted({name for _, row in rows for name in row["features"]} - set(ASKED))
    compared = np.array([[row["features"].get(name, 0) for name in names] for _, row in rows])
    grades = np.array([float(row["grade"]) for _, row in rows])
    of = np.array([index for index, _ in rows])
    all_grades = [question["grades"] for question in questions]

    def unseen(inputs, known=np.ones(len(rows), bool)):
        scores = np.zeros(len(rows))
        for fold in range(FOLDS):
            own = of % FOLDS == fold
            scores[own] = HistGradientBoostingRegressor(**TREES).fit(inputs[~own & known], grades[~own & known]).predict(inputs[own])
        return scores

    worded = compared.copy()
    worded[:, [names.index(name) for name in EMBEDDED]] = 0
    with_reading = np.hstack([worded, readings[:, None]])
    first = unseen(compared)
    by_words = unseen(worded)
    read_again = unseen(with_reading, ~unread)

    def report(name, scores):
        print(name, ranking(scores[~unread], grades[~unread], of[~unread], all_grades))

    report("relevance:", compared[:, names.index("relevance")])
    report(f"trees, {FOLDS} folds:", first)
    report("readings alone:", readings)
    for size in (8, 12, 16, 24):
        report(f"the best {size} by words read:", np.where(best_of(by_words, of, size), read_again, by_words - 3))
    both = np.where(best_of(by_words, of, READ_AGAIN), read_again, by_words - 3)
    calibration(both[~unread], grades[~unread], of[~unread])

    for name, inputs, features in (("sentence-answers-words.json", worded, names), ("sentence-answers.json", compared, names), ("sentence-answers-read.json", with_reading, [*names, "reading"])):
        known = ~unread if features[-1] == "reading" else np.ones(len(rows), bool)
        model = trees_of(HistGradientBoostingRegressor(**TREES).fit(inputs[known], grades[known]), features)
        (TARGET / name).write_text(json.dumps(model, separators=(",", ":")), encoding="utf-8")
        print(f"wrote {name}, {len(model['trees'])} trees")


def predicted(model, inputs):
    """What trees as they are written say of rows of features."""
    found = np.full(len(inputs), float(model["base"]))

    def add(tree, rows):
        if not isinstance(tree, list):
            found[rows] += tree
            return
        below = inputs[rows, tree[0]] <= tree[1]
        add(tree[2], rows[below])
        add(tree[3], rows[~below])

    for tree in model["trees"]:
        add(tree, np.arange(len(inputs)))
    return found


def halved(tree):
    return [*tree[:2], halved(tree[2]), halved(tree[3])] if isinstance(tree, list) else round(tree / 2, 5)


def further(folder):
    """Trees of the later questions, beside those that `answers` wrote: the grade is the mean of both."""
    path = TARGET / "sentence-answers-read.json"
    before = json.loads(path.read_text(encoding="utf-8"))
    if len(before["trees"]) > TREES["max_iter"]:
        sys.exit(f"{path.name} holds trees of the later questions already; train `answers` first")
    questions = read(folder / "answers.jsonl")[FIRST_QUESTIONS:LAST_FROM]
    said = [reading[0] for own in read(folder / "further-readings.jsonl")[FIRST_QUESTIONS:LAST_FROM] for reading in own]
    rows = [(index, row) for index, question in enumerate(questions) for row in question["candidates"]]
    names = before["features"]
    inputs = np.array([[row["features"].get(name, 0) for name in names[:-1]] + [reading] for (_, row), reading in zip(rows, said)])
    as_before = inputs.copy()
    as_before[:, [names.index(name) for name in EMBEDDED]] = 0
    grades = np.array([float(row["grade"]) for _, row in rows])
    of = np.array([index for index, _ in rows])
    all_grades = [question["grades"] for question in questions]
    scores = np.zeros(len(rows))
    for fold in range(FOLDS):
        own = of % FOLDS == fold
        scores[own] = HistGradientBoostingRegressor(**TREES).fit(inputs[~own], grades[~own]).predict(inputs[own])
    of_before = predicted(before, as_before)
    for name, values in (("readings alone:", np.array(said)), ("trees before:", of_before), (f"trees of these, {FOLDS} folds:", scores), ("both:", (of_before + scores) / 2)):
        print(name, ranking(values, grades, of, all_grades))
    calibration((of_before + scores) / 2, grades, of)
    model = trees_of(HistGradientBoostingRegressor(**TREES).fit(inputs, grades), names)
    both = {"features": names, "base": round((before["base"] + model["base"]) / 2, 4), "trees": [halved(tree) for tree in before["trees"] + model["trees"]]}
    path.write_text(json.dumps(both, separators=(",", ":")), encoding="utf-8")
    print(f"wrote {path.name}, {len(both['trees'])} trees")


def last(folder):
    """Trees of what those before say too much or too little of the last questions' sentences, with what is demanded of them; all are added up."""
    left_over(folder, "last", (LAST_FROM, LATEST_FROM), more=ASKED)


def latest(folder):
    """The same of the latest questions."""
    left_over(folder, "latest", (LATEST_FROM, TAUGHT), more=[])


def quoted(folder):
    """The same of those whose sentences were graded as an answer quotes them."""
    left_over(folder, "quoted", (ANSWERS_FROM, MORE_FROM), more=[], answered=ANSWERED)


def left_over(folder, step, span, more, answered=ANSWERS):
    """Adds trees of what those that stand written leave to be learned of the questions of `span` (first, end), `more` the features that they do not look at yet, `answered` what a 2 is to them."""
    path = TARGET / "sentence-answers-read.json"
    before = json.loads(path.read_text(encoding="utf-8"))
    known = set(ASKED) & set(before["features"])
    if bool(known) == bool(more):
        sys.exit(f"{path.name} holds trees of the steps {'up to this one' if more else 'before the last one'}; train them in their order")
    questions, readings = (read(folder / name)[slice(*span)] for name in ("answers.jsonl", f"{step}-readings.jsonl"))
    # Where one half alone was read by a model that had not learned it, the other teaches nothing here.
    rows, said = [], []
    for index, (question, own) in enumerate(zip(questions, readings)):
        for row, reading in zip(question["candidates"], own):
            if reading is not None:
                rows.append((index, row))
                said.append(reading[0])
    names = [*before["features"], *more]
    inputs = np.array([[reading if name == "reading" else row["features"].get(name, 0) for name in names] for (_, row), reading in zip(rows, said)])
    grades = np.array([float(row["grade"]) for _, row in rows])
    of = np.array([index for index, _ in rows])
    all_grades = [question["grades"] for question in questions]
    of_before = predicted(before, inputs)
    wanted = np.where(grades == ANSWERS, answered, grades)
    left = np.zeros(len(rows))
    fold_of = np.unique(of, return_inverse=True)[1] % FOLDS
    for fold in range(FOLDS):
        own = fold_of == fold
        left[own] = HistGradientBoostingRegressor(**RESIDUAL).fit(inputs[~own], (wanted - of_before)[~own]).predict(inputs[own])
    demands = np.array([row["features"].get("demands", 0) for _, row in rows]) ** SOFTENED
    for name, values in (
        ("readings alone:", np.array(said)),
        ("trees before:", of_before),
        ("trees before, lowered by demands:", of_before * demands),
        (f"with trees of these, {FOLDS} folds:", of_before + left),
    ):
        print(name, ranking(values, grades, of, all_grades))
    calibration(of_before + left, grades, of)
    model = trees_of(HistGradientBoostingRegressor(**RESIDUAL).fit(inputs, wanted - of_before), names)
    joined = {"features": names, "base": round(before["base"] + model["base"], 4), "trees": before["trees"] + model["trees"]}
    path.write_text(json.dumps(joined, separators=(",", ":")), encoding="utf-8")
    print(f"wrote {path.name}, {len(joined['trees'])} trees")


CLAIM_FEATURES = ["grade", "relevance", "speaks", "says", "cosine", "result"]
CLAIM_STRENGTH = 10.0
# What the weights add up to, so that evidence compares with the grades of questions.
CLAIM_SCALE = 1.12


def claims(folder):
    """Weights of evidence on a claim: logistic regression over pairs of sentences of one claim, of which people marked one."""
    by_question = {half: grouped([row for row in read(folder / "claims.jsonl") if row["half"] == half]) for half in ("tune", "report")}
    inputs = lambda rows: np.array([[row["features"][name] for name in CLAIM_FEATURES] for row in rows])

    def fit(questions):
        differences, weights = [], []
        for rows in questions:
            values, marked = inputs(rows), np.array([row["answers"] for row in rows])
            own = (values[marked][:, None] - values[~marked][None]).reshape(-1, len(CLAIM_FEATURES))
            differences.append(own)
            weights.append(np.full(len(own), 1 / len(own)))
        x, w = np.vstack(differences), np.concatenate(weights)
        model = LogisticRegression(C=CLAIM_STRENGTH, fit_intercept=False)
        model.fit(np.vstack([x, -x]), np.repeat([1, 0], len(x)), sample_weight=np.tile(w, 2))
        found = np.maximum(model.coef_[0], 0)
        return CLAIM_SCALE * found / found.sum()

    def report(name, weights, questions):
        hits = {1: 0, 3: 0, 5: 0}
        for rows in questions:
            order = np.argsort(-inputs(rows) @ weights, kind="stable")
            for size in hits:
                hits[size] += any(rows[place]["answers"] for place in order[:size])
        shares = ", ".join(f"among {size} {found / len(questions):.3f}" for size, found in hits.items())
        print(f"{name}: {len(questions)} claims with a marked sentence among those read, {shares}")

    grade_alone = np.eye(len(CLAIM_FEATURES))[0]
    weights = fit(by_question["tune"])
    report("half for reporting, grade alone", grade_alone, by_question["report"])
    report("half for reporting", weights, by_question["report"])
    for fold in range(2):
        own = [rows for index, rows in enumerate(by_question["tune"]) if index % 2 == fold]
        rest = [rows for index, rows in enumerate(by_question["tune"]) if index % 2 != fold]
        report(f"half for tuning, fold {fold} unseen", fit(rest), own)
    write("claim-evidence.json", {"weights": {name: round(float(value), 3) for name, value in zip(CLAIM_FEATURES, weights)}})


def calibration(scores, grades, of):
    """How often the best sentence of a question answers, by what was predicted of it as a share of an outright answer."""
    best = [rows[np.argmax(scores[rows])] for rows in (np.flatnonzero(of == question) for question in np.unique(of))]
    predicted, found = scores[best] / 3, grades[best]
    for low, high in ((0, 0.25), (0.25, 0.3), (0.3, 0.35), (0.35, 0.4), (0.4, 0.5), (0.5, 0.6), (0.6, 1)):
        own = (predicted >= low) & (predicted < high)
        if own.any():
            print(f"  best predicted {low:.2f} to {high:.2f}: {own.sum()} questions, {np.mean(found[own] >= ANSWERS):.2f} answer, {np.mean(found[own] == 0):.2f} off")
    share = scores / 3
    for low, high in ((0.2, 0.25), (0.25, 0.3), (0.3, 0.35), (0.35, 0.4), (0.4, 0.45), (0.45, 0.5), (0.5, 0.6), (0.6, 1)):
        own = (share >= low) & (share < high)
        print(f"  predicted {low:.2f} to {high:.2f}: {own.sum()} sentences, {np.mean(grades[own] >= ANSWERS):.2f} answer, {np.mean(grades[own] == 0):.2f} off")


if __name__ == "__main__":
    {"roles": roles, "relevance": relevance, "answers": answers, "further": further, "last": last, "latest": latest, "quoted": quoted, "claims": claims}[sys.argv[1]](Path(sys.argv[2]))
