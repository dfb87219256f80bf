package io.fairstream.cli.negotiate;

import io.fairstream.negotiator.Group;
import io.fairstream.negotiator.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
    private List<Given> quotas = new ArrayList<>();

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

    /** A group and its quota. */
    record Given(String group, Quota quota) {}

    /** Reads {@code physics=100} and {@code physics=25%}. */
    static final class QuotaConverter implements ITypeConverter<Given> {
        @Override
        public Given convert(String text) {
            int sign = text.lastIndexOf('=');
            try {
                String group = text.substring(0, sign);
                Quota quota = quota(text.substring(sign + 1));
                return new Given(Group.of(group, quota).name(), quota);
            } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
                throw new TypeConversionException(
                        "\"" + text + "\" (expected: a group, and its slot weight or 0% to 100%, such as physics=100)");
            }
        }

        private static Quota quota(String text) {
            return text.endsWith("%")
                    ? new Quota.Dynamic(Double.parseDouble(text.substring(0, text.length() - 1)) / 100)
                    : new Quota.Static(Double.parseDouble(text));
        }
    }

    /** The groups that have more than one quota. */
    List<String> quotasTwice() {
        Set<String> once = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        return quotas.stream()
                .map(Given::group)
                .filter(group -> !once.add(group))
                .toList();
    }

    /** Whether groups play any part. */
    boolean any() {
        return !quotas.isEmpty();
    }

    /** The groups that are named. */
    List<String> named() {
        List<String> named = new ArrayList<>();
        quotas.forEach(given -> named.add(given.group()));
        named.addAll(surplus);
        named.addAll(regrouping);
        named.removeIf(ALL::equals);
        return named;
    }

    /** The named groups that are not among these. */
    List<String> unknown(List<String> known) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.add(Group.ROOT);
        all.addAll(withThoseAbove(known));
        return named().stream().filter(name -> !all.contains(name)).distinct().toList();
    }

    /** The groups of these names, with those above them. */
    List<Group> groups(List<String> names) {
        Map<String, Quota> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        quotas.forEach(given -> byName.put(given.group(), given.quota()));
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
