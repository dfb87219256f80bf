package io.fairstream.reports.sizing;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Load of a site: the events that it sends and the keys that are kept of it.
 *
 * @param eventsPerSecond by kind, those that are not 0
 * @param keys customers, resources, jobs, nodes and hosts of which something is kept, at least 0
 */
public record Load(Map<Kind, Double> eventsPerSecond, double keys) {
    /** Nothing at all. */
    public static final Load NONE = new Load(Map.of(), 0);

    /**
     * Kinds of events, with what one of them costs where thousands come each second. Measured on two cores that broker and topology
     * share, one broker, commits each second ({@code integration-tests/benchmarks/run --only throughput,sessions,jobs,hosts}).
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

        /** As {@code doctor --size} takes it. */
        public String word() {
            return word;
        }

        /** Processor time of the topology for one, microseconds. */
        double topologyMicros() {
            return topologyMicros;
        }

        /** Processor time of all brokers for one, with one replica, microseconds. */
        double brokerMicros() {
            return brokerMicros;
        }

        /** Bytes that the topology writes for one, changelogs included. */
        double writtenBytes() {
            return writtenBytes;
        }

        /** Bytes of one itself. */
        double readBytes() {
            return readBytes;
        }

        /** Those of the bytes written that are kept as long as a journal. */
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

    /** With so many of a kind. */
    public Load with(Kind kind, double perSecond) {
        Map<Kind, Double> changed = new EnumMap<>(Kind.class);
        changed.putAll(eventsPerSecond);
        changed.put(kind, perSecond);
        return new Load(changed, keys);
    }

    /** With so many keys. */
    public Load withKeys(double number) {
        return new Load(eventsPerSecond, number);
    }

    /** Returns the number of events of a kind that come each second. */
    public double perSecond(Kind kind) {
        return eventsPerSecond.getOrDefault(kind, 0.0);
    }
}
