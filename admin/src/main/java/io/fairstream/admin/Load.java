package io.fairstream.admin;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Load of a site: its events and the stored keys.
 *
 * @param eventsPerSecond by kind, those that are not 0
 * @param keys number of stored customers, resources, jobs, nodes and hosts, at least 0
 */
public record Load(Map<Kind, Double> eventsPerSecond, double keys) {
    /** Load of 0. */
    public static final Load NONE = new Load(Map.of(), 0);

    /**
     * Kinds of events, with the cost of one event at a rate of thousands each second. Measured on two cores that broker
     * and topology share, one broker, commits each second
     * ({@code integration-tests/benchmarks/run --only throughput,sessions,jobs,hosts}).
     */
    public enum Kind {
        /** A match that begins or ends. */
        MATCHES("events", 15, 2.7, 264, 110, 133),
        /** A change of a job. */
        JOB_EVENTS("job-events", 21, 7, 404, 200, 190),
        /** Use of one session of a node. */
        SESSION_DELTAS("deltas", 6.3, 1.9, 102, 120, 82),
        /** Work of a volunteer's host. */
        HOST_REPORTS("reports", 42, 13, 1276, 250, 332);

        private final String word;
        private final double topologyMicros;
        private final double brokerMicros;
        private final double writtenBytes;
        private final double readBytes;

        private final double journalBytes;

        Kind(
                String word,
                double topologyMicros,
                double brokerMicros,
                double writtenBytes,
                double readBytes,
                double journalBytes) {
            this.word = word;
            this.topologyMicros = topologyMicros;
            this.brokerMicros = brokerMicros;
            this.writtenBytes = writtenBytes;
            this.readBytes = readBytes;
            this.journalBytes = journalBytes;
        }

        /** Returns the name for {@code doctor --size}. */
        public String word() {
            return word;
        }

        /** Returns the topology's processor time of one event, microseconds. */
        double topologyMicros() {
            return topologyMicros;
        }

        /** Returns the processor time of all brokers for one event, with one replica, microseconds. */
        double brokerMicros() {
            return brokerMicros;
        }

        /** Returns the bytes that the topology writes for one event, including changelogs. */
        double writtenBytes() {
            return writtenBytes;
        }

        /** Returns the bytes of one event. */
        double readBytes() {
            return readBytes;
        }

        /** Returns the written bytes with the retention of a journal. */
        double journalBytes() {
            return journalBytes;
        }

        static Optional<Kind> called(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word.equals(word.toLowerCase(Locale.ROOT)))
                    .findFirst();
        }
    }

    public Load {
        eventsPerSecond = Map.copyOf(eventsPerSecond);
    }

    /** Returns the load with another number of events of a kind. */
    public Load with(Kind kind, double perSecond) {
        Map<Kind, Double> changed = new EnumMap<>(Kind.class);
        changed.putAll(eventsPerSecond);
        changed.put(kind, perSecond);
        return new Load(changed, keys);
    }

    /** Returns the load with another number of keys. */
    public Load withKeys(double number) {
        return new Load(eventsPerSecond, number);
    }

    /** Returns the number of events of a kind each second. */
    public double perSecond(Kind kind) {
        return eventsPerSecond.getOrDefault(kind, 0.0);
    }
}
