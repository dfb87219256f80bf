package io.fairstream.client.negotiation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Submitters and groups as text. A submitter is {@code name EUP holds+wants} and perhaps {@code max=ceiling}, {@code min=floor}, {@code
 * in=group}, {@code job=priority}, {@code skip}, {@code limit:need}; a group is {@code name quota}, {@code name fraction%} and perhaps
 * {@code surplus}, {@code regroup}, {@code served=n}. Semicolons are between.
 */
record Scene(List<Submitter> submitters, List<Group> groups) {
    static Scene of(String submitters, String groups) {
        return new Scene(
                parts(submitters).stream().map(Scene::submitter).toList(),
                parts(groups).stream().map(Scene::group).toList());
    }

    private static List<String> parts(String text) {
        return Arrays.stream(text.split(";", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static Submitter submitter(String text) {
        String[] words = text.split(" +", -1);
        String[] slots = words[2].split("\\+", -1);
        Submitter submitter = Submitter.of(words[0], Double.parseDouble(words[1]), Double.parseDouble(slots[1]))
                .withWeightInUse(Double.parseDouble(slots[0]));
        for (String word : Arrays.asList(words).subList(3, words.length)) {
            submitter = with(submitter, word.split("[=:]", 2));
        }
        return submitter;
    }

    private static Submitter with(Submitter submitter, String[] option) {
        return switch (option[0]) {
            case "max" -> submitter.withCeiling(Double.valueOf(option[1]));
            case "min" -> submitter.withFloor(Double.parseDouble(option[1]));
            case "in" -> submitter.withGroup(option[1]);
            case "job" -> submitter.withJobPriority(Integer.parseInt(option[1]));
            case "skip" -> submitter.withSkipped(true);
            default -> submitter.withConcurrencyLimits(Map.of(option[0], Double.valueOf(option[1])));
        };
    }

    private static Group group(String text) {
        String[] words = text.split(" +", -1);
        boolean isPart = words[1].endsWith("%");
        double number = Double.parseDouble(words[1].replace("%", ""));
        Group group = Group.of(words[0], isPart ? new Quota.Dynamic(number / 100) : new Quota.Static(number));
        for (String word : Arrays.asList(words).subList(2, words.length)) {
            group = switch (word.split("=", 2)[0]) {
                case "surplus" -> group.withSurplus(true);
                case "regroup" -> group.withAutoregroup(true);
                default -> group.withLastRemainder(Long.parseLong(word.substring("served=".length())));
            };
        }
        return group;
    }

    NegotiationResult divide(double pool, NegotiationRules rules) {
        return new Negotiation(rules).divide(Pool.of(pool), submitters, groups);
    }

    /** {@code name weight REASON} in the order of the submitters. */
    String awards(NegotiationResult allocation) {
        return inOrder(allocation).stream()
                .map(award -> award.submitter() + " " + number(award.allocated()) + " " + award.stopped())
                .collect(Collectors.joining("; "));
    }

    /** In the order of the submitters. */
    List<NegotiationResult.Award> inOrder(NegotiationResult allocation) {
        Map<String, NegotiationResult.Award> byName = allocation.awards().stream()
                .collect(Collectors.toMap(NegotiationResult.Award::submitter, award -> award));
        return submitters.stream()
                .map(submitter -> Objects.requireNonNull(byName.get(submitter.name())))
                .toList();
    }

    static <T> String list(List<T> rows, ToDoubleFunction<T> column) {
        return rows.stream().map(row -> number(column.applyAsDouble(row))).collect(Collectors.joining("; "));
    }

    static String number(double value) {
        double rounded = Math.round(value * 1e4) / 1e4;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
