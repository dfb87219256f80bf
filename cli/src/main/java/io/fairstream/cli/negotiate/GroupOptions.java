package io.fairstream.cli.negotiate;

import io.fairstream.negotiator.Group;
import io.fairstream.negotiator.Quota;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Quotas of accounting groups, which stand in no topic. */
public final class GroupOptions {
    private static final String ALL = "*";

    @Option(
            names = "--quota",
            paramLabel = "GROUP=N|X%",
            converter = QuotaConverter.class,
            description =
                    "What a group may use: slot weight, or a part of what the group above has left after such quotas."
                            + " Repeatable. Groups without have none; without any quota all divide the pool alike.")
    private Map<String, Quota> quotas = new LinkedHashMap<>();

    @Option(
            names = "--accept-surplus",
            paramLabel = "GROUP",
            arity = "0..1",
            fallbackValue = ALL,
            split = ",",
            description = "Groups that may use what others leave of their quotas; all if none is named.")
    private List<String> surplus = new ArrayList<>();

    @Option(
            names = "--autoregroup",
            paramLabel = "GROUP",
            arity = "0..1",
            fallbackValue = ALL,
            split = ",",
            description = "Groups whose members negotiate a second time, for the whole pool; all if none is named.")
    private List<String> regrouping = new ArrayList<>();

    /** Reads {@code 100} and {@code 25%}. */
    static final class QuotaConverter implements ITypeConverter<Quota> {
        @Override
        public Quota convert(String text) {
            try {
                return text.endsWith("%")
                        ? new Quota.Dynamic(Double.parseDouble(text.substring(0, text.length() - 1)) / 100)
                        : new Quota.Static(Double.parseDouble(text));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("\"" + text + "\" (expected: slot weight, or 0% to 100%)");
            }
        }
    }

    /** Whether groups play any part. */
    boolean any() {
        return !quotas.isEmpty();
    }

    /** The groups that are named. */
    List<String> named() {
        List<String> named = new ArrayList<>(quotas.keySet());
        named.addAll(surplus);
        named.addAll(regrouping);
        named.removeIf(ALL::equals);
        return named;
    }

    /** The groups of these names, with those above them. */
    List<Group> groups(List<String> names) {
        Map<String, Quota> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        byName.putAll(quotas);
        return names.stream()
                .map(name -> Group.of(name, byName.getOrDefault(name, new Quota.Static(0)))
                        .withSurplus(isIn(surplus, name))
                        .withAutoregroup(isIn(regrouping, name)))
                .toList();
    }

    /** Group names and all above them, each once. */
    static List<String> withThoseAbove(Iterable<String> names) {
        Map<String, String> all = new TreeMap<>();
        for (String name : names) {
            for (int dot = name.length(); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
                String above = name.substring(0, dot);
                all.putIfAbsent(above.toLowerCase(Locale.ROOT), above);
            }
        }
        return List.copyOf(all.values());
    }

    private static boolean isIn(List<String> named, String group) {
        return named.contains(ALL) || named.stream().anyMatch(group::equalsIgnoreCase);
    }
}
