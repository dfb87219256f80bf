package io.fairstream.simulation;

import io.fairstream.simulation.history.SimulatedRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random settings of the topology, one after the other: first under some terms, then perhaps under others. */
final class Configurations {
    private static final int DOZEN = 12;

    /** Stays as it is: a user's decayed usage follows another one from the next entry on, which is another one in each run. */
    private static final String HALF_LIFE = "usage.halflife";

    /** Above what the records of histories are late, so that none is refused, and states expire within a history. */
    private static final String SHORT_LATENESS = "P10D";

    private static final List<String> GROUPS = List.of("phys,phys.theory,chem", "phys,chem", "phys,phys.theory", "");

    /** Values of the settings that decide results. */
    private static final Map<String, List<String>> TERMS = Map.ofEntries(
            Map.entry("priority.halflife", List.of("PT24H", "PT1H", "P7D")),
            Map.entry("priority.factor.default", List.of("1", "1000")),
            Map.entry("charge.suspended", List.of("true", "false")),
            Map.entry(HALF_LIFE, List.of("P7D", "P1D")),
            Map.entry("usage.weights", List.of("node=1", "cpu=1,gres/gpu=8", "cpu=0.5,mem=0.25G")),
            Map.entry("usage.weights.mode", List.of("sum", "max-tres")),
            Map.entry("fairshare.policy", List.of("flux", "fair-tree", "classic", "condor")),
            Map.entry("fairshare.usage", List.of("policy", "period", "smooth")),
            Map.entry("fairshare.default.shares", List.of("1", "0")),
            Map.entry("allocation.charge.unit", List.of("flops", "seconds")),
            Map.entry("assign.policy", List.of("balance", "recent")),
            Map.entry("groups", GROUPS),
            Map.entry("active.window.days", List.of("7", "2")));

    private static final String LONGER_THAN_ANY_HISTORY = "P400D";

    private Configurations() {}

    static List<Map<String, String>> random(Random random) {
        Map<String, String> common = new HashMap<>();
        common.put("bootstrap.servers", "simulated:9092");
        common.put("schema.registry.url", SimulatedRegistry.ADDRESS);
        common.put("application.id", "simulated");
        common.put("groups", GROUPS.get(0));
        common.put("fairshare.interval", "PT1S");
        boolean isRepartitioned = random.nextInt(4) == 0;
        common.put("topology.repartition", Boolean.toString(isRepartitioned));
        if (random.nextBoolean()) {
            common.putAll(terms(random));
        }
        boolean isShort = random.nextInt(4) == 0;
        if (isRepartitioned) {
            // which events are late depends on the order between partitions
            common.put("event.max.lateness", LONGER_THAN_ANY_HISTORY);
        } else if (isShort) {
            common.put("event.max.lateness", SHORT_LATENESS);
        }
        List<Map<String, String>> settings = new ArrayList<>();
        settings.add(free(common, random));
        if (random.nextInt(3) == 0) {
            settings.add(free(common, random));
        }
        if (random.nextInt(4) == 0) {
            String halfLife = common.getOrDefault(HALF_LIFE, "P7D");
            Map<String, String> before = Map.copyOf(common);
            common.putAll(terms(random));
            common.put(HALF_LIFE, halfLife);
            settings.add(free(common, random));
            if (random.nextInt(3) == 0) {
                settings.add(free(before, random));
            }
        }
        return settings;
    }

    /** One of a dozen, so that the topology under them is built once for many runs. */
    private static Map<String, String> terms(Random random) {
        Random choice = Draws.TERMS.of(random.nextInt(DOZEN));
        Map<String, String> terms = new HashMap<>();
        TERMS.keySet().stream().sorted().forEach(key -> {
            List<String> values = TERMS.getOrDefault(key, List.of());
            terms.put(key, values.get(choice.nextInt(values.size())));
        });
        String groups = terms.getOrDefault("groups", "");
        boolean hasFactor = groups.contains("phys") && choice.nextInt(3) > 0;
        terms.put("priority.factor.groups", hasFactor ? "phys=" + (2 + choice.nextInt(500)) : "");
        return terms;
    }

    /** Those among them that change no number: see {@link Plan#FREE}. */
    private static Map<String, String> free(Map<String, String> common, Random random) {
        Map<String, String> settings = new HashMap<>(common);
        boolean isRefreshed = random.nextInt(4) == 0;
        boolean isSmall = random.nextInt(3) == 0;
        settings.put("priorities.refresh", isRefreshed ? "PT10S" : "PT0S");
        settings.put("state.cache.max.entries", isSmall ? "1" : "10000");
        settings.put("kafka.enable.transactional.statestores", Boolean.toString(isRefreshed || isSmall));
        return settings;
    }
}
