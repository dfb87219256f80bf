package io.fairstream.app;

import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;
import java.util.Locale;

/**
 * Metric that is served. Its name is {@code fairstream_} and the constant's name in lower case; counters end with {@code _total}. The
 * maximum number of series is fixed for each metric; one series sums all others, so that the total stays correct for any number of
 * customers, topics and partitions.
 */
enum Family {
    BUILD(Kind.INFO, 2, "Version of Fairstream, of Java and of Kafka's clients; always 1", "version", "java", "kafka"),

    CLIENT_STATE(Kind.GAUGE, 8, "1 for the state that the instance is in, 0 for the others", "state"),
    CLIENT_THREADS(Kind.GAUGE, 1, "Stream threads that are alive"),
    CLIENT_FAILED_THREADS(Kind.COUNTER, 1, "Stream threads that failed"),
    CLIENT_TASKS(Kind.GAUGE, 3, "Tasks that are assigned, active and standby", "kind"),
    CLIENT_REBALANCES(Kind.COUNTER, 1, "Rebalances that the threads took part in"),
    CLIENT_REBALANCE_FAILURES(Kind.COUNTER, 1, "Rebalances that failed"),
    RESTORE_REMAINING_RECORDS(Kind.GAUGE, 1, "Records of local state that are still to be restored from Kafka"),
    RESTORE_RATIO(Kind.GAUGE, 1, "Part of the local state that is restored, 0 to 1"),

    LAG_RECORDS(Kind.GAUGE, 16, "Records that wait in a topic's partitions of this instance", "topic"),
    LAG_MAX_RECORDS(Kind.GAUGE, 16, "Records that wait in the topic's partition that is furthest behind", "topic"),
    READ_RECORDS(Kind.COUNTER, 16, "Records read from a topic", "topic"),
    READ_BYTES(Kind.COUNTER, 1, "Bytes read from all topics"),

    POLLS(Kind.COUNTER, 1, "Calls by which the threads ask for records"),
    POLL_AVG_SECONDS(Kind.GAUGE, 1, "Mean time of such a call"),
    POLL_MAX_SECONDS(Kind.GAUGE, 1, "Longest time of such a call"),
    POLL_AVG_RECORDS(Kind.GAUGE, 1, "Mean number of records that such a call brings"),
    LAST_POLL_AGE_SECONDS(Kind.GAUGE, 1, "Time since the thread that is furthest behind asked for records"),
    PROCESS_CALLS(Kind.COUNTER, 1, "Records processed, internal ones included"),
    PROCESS_AVG_SECONDS(Kind.GAUGE, 1, "Mean time in which a thread processes a record"),
    PROCESS_MAX_SECONDS(Kind.GAUGE, 1, "Longest time in which a thread processes a record"),
    PROCESS_AVG_RECORDS(Kind.GAUGE, 1, "Mean number of records that a thread processes between two polls"),
    COMMITS(Kind.COUNTER, 1, "Commits of the threads"),
    COMMIT_AVG_SECONDS(Kind.GAUGE, 1, "Mean time of a commit, tables written included"),
    COMMIT_MAX_SECONDS(Kind.GAUGE, 1, "Longest time of a commit"),
    THREAD_TIME_RATIO(
            Kind.GAUGE, 5, "Part of the threads' time for poll, process, punctuate and commit, 0 to 1", "work"),
    DROPPED_RECORDS(Kind.COUNTER, 1, "Records that Kafka Streams left out, dead letters included"),

    WRITTEN_RECORDS(Kind.COUNTER, 1, "Records written to all topics, changelogs included"),
    WRITTEN_BYTES(Kind.COUNTER, 1, "Bytes written to all topics, changelogs included"),
    WRITE_ERRORS(Kind.COUNTER, 1, "Records that could not be written"),
    WRITE_RETRIES(Kind.COUNTER, 1, "Records that were sent again"),
    WRITE_BATCH_AVG_BYTES(Kind.GAUGE, 1, "Mean size of a batch that is sent to a partition"),
    TRANSACTION_SECONDS(Kind.COUNTER, 6, "Time in which threads wait for transactions, by step", "step"),

    STORE_ENTRIES(Kind.GAUGE, 16, "States kept in a store, as RocksDB estimates it", "store"),
    STORE_DISK_BYTES(Kind.GAUGE, 16, "Size of a store's files", "store"),
    STORE_MEMORY_BYTES(Kind.GAUGE, 1, "Memory of all stores outside the heap: tables not yet written, caches, indexes"),

    RECORDS(Kind.COUNTER, 46, "Records taken in by this instance, by what became of them", "topic", "outcome"),
    REJECTIONS(Kind.COUNTER, 24, "Records refused by this instance", "topic", "reason"),
    DEAD_LETTERS(Kind.COUNTER, 12, "Records of a topic that cannot be read", "topic"),
    UNREAD_RECORDS(Kind.COUNTER, 7, "Records of a topic that were deleted before they were read, at most", "topic"),
    LATE_RECORDS(Kind.COUNTER, 5, "Events that were at least minutes, hours, days or weeks behind the newest", "age"),
    EDITS(Kind.COUNTER, 12, "Edits of customers' accounts", "kind"),
    SOURCE_HEARD_TIMESTAMP_SECONDS(Kind.GAUGE, 10, "Time of the newest record of a topic, seconds since 1970", "topic"),
    BANK_SHARE_OWED_RATIO(Kind.GAUGE, 12, "Part that a bank below the root is owed, 0 to 1", "bank"),
    BANK_SHARE_RECEIVED_RATIO(Kind.GAUGE, 12, "Part that it had of the usage that counts, 0 to 1", "bank"),

    JVM_MEMORY_USED_BYTES(Kind.OF_MICROMETER, 8, "Memory that is used, by area and pool", "area", "id"),
    JVM_MEMORY_MAX_BYTES(Kind.OF_MICROMETER, 8, "Memory that may be used, by area and pool; -1 is any", "area", "id"),
    JVM_GC_PAUSE_SECONDS(Kind.OF_MICROMETER, 9, "Pauses by the garbage collector: _count, _sum and _max", "gc"),
    JVM_THREADS_LIVE_THREADS(Kind.OF_MICROMETER, 1, "Threads of the process"),
    PROCESS_CPU_USAGE(Kind.OF_MICROMETER, 1, "Part of the machine's processors that the process uses, 0 to 1"),
    SYSTEM_CPU_COUNT(Kind.OF_MICROMETER, 1, "Processors that the process may use"),
    PROCESS_FILES_OPEN_FILES(Kind.OF_MICROMETER, 1, "Files and connections that are open"),
    PROCESS_UPTIME_SECONDS(Kind.OF_MICROMETER, 1, "Time since the process started");

    static final String PREFIX = "fairstream_";

    private static final String OTHER = "other";

    final Kind kind;
    final int mostSeries;
    final String help;

    @SuppressWarnings("ImmutableEnumChecker") // this list is immutable
    final List<String> labels;

    enum Kind {
        GAUGE,
        COUNTER,
        INFO,
        /** Metric that Micrometer reads and names. */
        OF_MICROMETER
    }

    Family(Kind kind, int mostSeries, String help, String... labels) {
        this.kind = kind;
        this.mostSeries = mostSeries;
        this.help = help;
        this.labels = List.of(labels);
    }

    /** Name without the suffix of Prometheus. */
    String baseName() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    Labels labelled(List<String> values) {
        return labels.isEmpty() ? Labels.EMPTY : Labels.of(labels, values);
    }

    /** Label values of the series that sums all others. */
    List<String> others() {
        return labels.stream().map(label -> OTHER).toList();
    }
}
