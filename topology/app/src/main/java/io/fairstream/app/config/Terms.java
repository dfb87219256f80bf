package io.fairstream.app.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings that readers of the topics must share with the topology: those that affect numbers, and those for finding its progress. All
 * others may differ between processes.
 */
public final class Terms {
    /** Keys in display order. */
    static final List<Key<?>> KEYS = List.of(
            Keys.APPLICATION_ID,
            Keys.TOPOLOGY_REPARTITION,
            Keys.PRIORITY_HALFLIFE,
            Keys.PRIORITY_FACTOR_DEFAULT,
            Keys.PRIORITY_FACTOR_NICE_USER,
            Keys.PRIORITY_FACTOR_REMOTE,
            Keys.LOCAL_DOMAIN,
            Keys.GROUPS,
            Keys.PRIORITY_FACTOR_GROUPS,
            Keys.CUSTOMERS_RETENTION,
            Keys.EVENT_MAX_LATENESS,
            Keys.MAX_FUTURE_SKEW,
            Keys.CHARGE_SUSPENDED,
            Keys.USAGE_HALFLIFE,
            Keys.USAGE_RESET_PERIOD,
            Keys.USAGE_EPOCH,
            Keys.USAGE_DECAY_FACTOR,
            Keys.USAGE_WEIGHTS,
            Keys.USAGE_WEIGHTS_MODE,
            Keys.USAGE_WEIGHTS_PARTITIONS,
            Keys.USAGE_QOS_FACTORS,
            Keys.FAIRSHARE_POLICY,
            Keys.FAIRSHARE_USAGE,
            Keys.FAIRSHARE_INTERVAL,
            Keys.FAIRSHARE_DAMPENING,
            Keys.FAIRSHARE_DEFAULT_SHARES,
            Keys.ALLOCATION_CHARGE_UNIT,
            Keys.ASSIGN_POLICY,
            Keys.ASSIGN_RECENT_DAYS,
            Keys.ACTIVE_WINDOW_DAYS,
            Keys.JOBS_RETENTION,
            Keys.JOBS_MAX,
            Keys.NODE_SILENCE,
            Keys.JOB_PRIORITY_STYLE,
            Keys.JOB_PRIORITY_WEIGHTS,
            Keys.JOB_PRIORITY_QUEUES,
            Keys.JOB_PRIORITY_BANKS,
            Keys.JOB_PRIORITY_MAX_AGE);

    private Terms() {}

    /** Setting with different values in two places. */
    public record Difference(String name, String here, String there) {
        @Override
        public String toString() {
            return name + "=" + here + " instead of " + there;
        }
    }

    /** Finds the settings with different values in both maps; {@code P1D} and {@code 86400} are equal. */
    public static List<Difference> differences(Map<String, String> here, Map<String, String> there) {
        return KEYS.stream()
                .flatMap(key -> difference(key, here.get(key.name()), there.get(key.name())).stream())
                .toList();
    }

    private static Optional<Difference> difference(Key<?> key, @Nullable String here, @Nullable String there) {
        return here == null || there == null || value(key, here).equals(value(key, there))
                ? Optional.empty()
                : Optional.of(new Difference(key.name(), here, there));
    }

    /** Returns the parsed value; an invalid text equals nothing else. */
    private static Object value(Key<?> key, String text) {
        Optional<?> value = key.parse(text.strip());
        return value.isPresent() ? value : text;
    }

    /** Returns true if the setting is one of the terms. */
    public static boolean isKnown(String name) {
        return KEYS.stream().anyMatch(key -> key.name().equals(name));
    }

    /** Selects the settings that this version knows, by name. */
    public static Map<String, String> understood(Map<String, String> texts) {
        Map<String, String> understood = new LinkedHashMap<>();
        for (Key<?> key : KEYS) {
            String text = texts.get(key.name());
            if (text != null && key.parse(text).isPresent()) {
                understood.put(key.name(), text);
            }
        }
        return understood;
    }
}
