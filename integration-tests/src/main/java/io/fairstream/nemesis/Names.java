package io.fairstream.nemesis;

import java.util.List;
import java.util.stream.Stream;

/** Names of the site's processes. */
final class Names {
    static final List<String> BROKERS = List.of("broker-0", "broker-1", "broker-2");
    static final List<String> INSTANCES = List.of("instance-0", "instance-1", "instance-2");
    static final String AGENT = "agent";
    static final String BRIDGE = "bridge";
    static final String GATEWAY = "gateway";
    static final List<String> CONNECTORS = List.of(AGENT, BRIDGE, GATEWAY);
    static final List<String> CLIENTS =
            Stream.concat(INSTANCES.stream(), CONNECTORS.stream()).toList();
    static final List<String> WITH_CLOCK = Stream.concat(
                    Stream.concat(INSTANCES.stream(), BROKERS.stream()), Stream.of(AGENT))
            .toList();
    /** Those of which what they keep lies on a disk of their own. */
    static final String SMALL_INSTANCE = "instance-2";

    static final String SMALL_BROKER = "broker-2";
    /** Name of the process that feeds the site and looks on. */
    static final String RUNNER = "runner";

    private Names() {}

    static List<String> otherBrokers(String broker) {
        return BROKERS.stream().filter(other -> !other.equals(broker)).toList();
    }

    static boolean isInstance(String name) {
        return INSTANCES.contains(name);
    }
}
