package io.fairstream.cli.ahead;

import io.fairstream.client.negotiation.Group;
import io.fairstream.client.negotiation.Quota;
import io.fairstream.query.whatif.GroupSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the quotas of accounting groups, which no topic contains. */
final class GroupOptions {
    @Option(
            names = "--quota",
            paramLabel = "GROUP=N|X%",
            converter = QuotaConverter.class,
            description = "Slot weight or a part for a group. Repeatable.")
    private List<Given> quotas = new ArrayList<>();

    @Option(
            names = "--accept-surplus",
            paramLabel = "GROUP",
            arity = "0..1",
            fallbackValue = GroupSettings.ALL,
            split = ",",
            description = "Groups that may exceed their quota if resources are free; or all.")
    private List<String> surplus = new ArrayList<>();

    @Option(
            names = "--autoregroup",
            paramLabel = "GROUP",
            arity = "0..1",
            fallbackValue = GroupSettings.ALL,
            split = ",",
            description = "Groups whose users also negotiate for the whole pool; or all.")
    private List<String> regrouping = new ArrayList<>();

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

    /** Groups with more than one quota. */
    List<String> quotasTwice() {
        Set<String> once = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        return quotas.stream()
                .map(Given::group)
                .filter(group -> !once.add(group))
                .toList();
    }

    GroupSettings settings() {
        Map<String, Quota> byName = new TreeMap<>();
        quotas.forEach(given -> byName.put(given.group(), given.quota()));
        return new GroupSettings(byName, surplus, regrouping);
    }
}
