package io.fairstream.postgres;

import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Metrics of a sink's work and lag, for Prometheus. One thread writes, any may read. */
public final class SinkMetrics {
    private static final double MILLIS = 1e3;

    private final Clock clock;
    private final Map<String, AtomicLong> written = new ConcurrentSkipListMap<>();
    private final Map<String, AtomicLong> lag = new ConcurrentSkipListMap<>();
    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();
    private volatile long newestWritten = Long.MIN_VALUE;
    private volatile boolean isConnected;

    public SinkMetrics(Clock clock) {
        this.clock = clock;
    }

    void committed(Map<PgTable, Integer> rows, int notRead, long newest) {
        rows.forEach((table, count) -> counter(written, table.name()).addAndGet(count));
        transactions.incrementAndGet();
        unreadable.addAndGet(notRead);
        newestWritten = Math.max(newestWritten, newest);
    }

    void lag(String table, long records) {
        counter(lag, table).set(records);
    }

    void connected(boolean isNow) {
        isConnected = isNow;
    }

    private static AtomicLong counter(Map<String, AtomicLong> counters, String table) {
        return counters.computeIfAbsent(table, any -> new AtomicLong());
    }

    /** Returns the number of committed transactions. */
    public long transactions() {
        return transactions.get();
    }

    /** Returns the number of rows written or removed. */
    public long rows() {
        return written.values().stream().mapToLong(AtomicLong::get).sum();
    }

    /** Returns the number of records that are not copied yet, of all tables. */
    public long lagRecords() {
        return lag.values().stream().mapToLong(AtomicLong::get).sum();
    }

    /** Returns the time since the newest copied record was sent, if others wait; otherwise 0. Seconds. */
    double lagSeconds() {
        boolean isBehind = lagRecords() > 0 && newestWritten != Long.MIN_VALUE;
        return isBehind ? Math.max(0, clock.millis() - newestWritten) / MILLIS : 0;
    }

    /** Returns all metrics in Prometheus' text format. */
    public String scrape() {
        StringBuilder text = new StringBuilder();
        family(text, "up", "gauge", "1 if the database answers, otherwise 0", isConnected ? 1 : 0);
        family(text, "transactions_total", "counter", "Transactions committed", (double) transactions.get());
        family(text, "unreadable_records_total", "counter", "Records that are not rows", (double) unreadable.get());
        family(text, "lag_seconds", "gauge", "Age of the newest copied record while others wait", lagSeconds());
        families(text, "lag_records", "gauge", "Records that are not copied yet", lag);
        families(text, "written_rows_total", "counter", "Rows written or removed", written);
        return text.toString();
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append(String.format(
                Locale.ROOT,
                "# HELP fairstream_postgres_%s %s\n# TYPE fairstream_postgres_%1$s %3$s\n",
                name,
                help,
                type));
    }

    private static void family(StringBuilder text, String name, String type, String help, double value) {
        head(text, name, type, help);
        text.append("fairstream_postgres_")
                .append(name)
                .append(' ')
                .append(value)
                .append('\n');
    }

    private static void families(
            StringBuilder text, String name, String type, String help, Map<String, AtomicLong> values) {
        head(text, name, type, help);
        values.forEach((table, value) -> text.append("fairstream_postgres_")
                .append(name)
                .append("{table=\"")
                .append(table)
                .append("\"} ")
                .append(value.get())
                .append('\n'));
    }
}
