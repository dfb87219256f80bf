package io.fairstream.query.publish;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Comparison of sent and current jobs, by the UTC month in which they ended. Mutable. */
public final class SentStatus {
    private static final String END = "end";

    private final Map<YearMonth, Month> months = new TreeMap<>();
    private final FinishedJobs jobs;
    private long vanished;
    private long lost;

    /** Numbers of a month, in jobs and microseconds. */
    static final class Month {
        private long sent;
        private long pending;
        private long changed;
        private long wall;
        private long cpu;
        private long allocated;
    }

    private SentStatus(FinishedJobs jobs) {
        this.jobs = jobs;
    }

    /**
     * Compares.
     *
     * @param earlier last sent values of each job, by id; sums are ignored
     */
    public static SentStatus of(FinishedJobs jobs, Map<String, Map<String, String>> earlier) {
        SentStatus status = new SentStatus(jobs);
        earlier.forEach(status::sent);
        jobs.jobs().forEach(job -> status.present(job, earlier.get(job.id())));
        status.lost =
                jobs.purged().stream().filter(id -> !earlier.containsKey(id)).count();
        return status;
    }

    private void sent(String id, Map<String, String> values) {
        String end = values.get(END);
        if (end == null) {
            return;
        }
        Month month = month(Instant.parse(end));
        month.sent++;
        month.wall += number(values, "wallMicros");
        month.cpu += number(values, "cpuMicros");
        month.allocated += number(values, "allocatedMicros");
        vanished += jobs.accounted().contains(id) ? 0 : 1;
    }

    private void present(FinishedJob job, @Nullable Map<String, String> values) {
        if (values == null || values.get(END) == null) {
            month(job.end()).pending++;
        } else if (!job.end().toString().equals(values.get(END))
                || job.wallMicros() != number(values, "wallMicros")
                || job.allocatedMicros() != number(values, "allocatedMicros")
                || Objects.requireNonNullElse(job.cpuMicros(), 0L) != number(values, "cpuMicros")) {
            month(job.end()).changed++;
        }
    }

    private Month month(Instant end) {
        return months.computeIfAbsent(YearMonth.from(end.atOffset(ZoneOffset.UTC)), each -> new Month());
    }

    private static long number(Map<String, String> values, String name) {
        return Long.parseLong(values.getOrDefault(name, "0"));
    }

    /** Returns true if everything was sent with its current values. */
    public boolean isComplete() {
        return vanished == 0
                && lost == 0
                && months.values().stream().allMatch(month -> month.pending == 0 && month.changed == 0);
    }

    /** Returns a row for each month, and the problems. */
    public Document report() {
        Document document = new Document();
        if (vanished > 0) {
            document.warn(
                    vanished + " sent jobs no longer have an account (expected: the cluster of these jobs; --retract "
                            + "withdraws them)");
        }
        if (lost > 0) {
            document.warn(lost
                    + " jobs were purged from the table jobs before they were sent (expected: to publish more "
                    + "often than jobs.retention)");
        }
        return document.with(new Columns<Map.Entry<YearMonth, Month>>()
                .text("month", each -> each.getKey().toString())
                .add("sent", Format.WHOLE, each -> each.getValue().sent)
                .add("pending", Format.WHOLE, each -> each.getValue().pending)
                .add("changed", Format.WHOLE, each -> each.getValue().changed)
                .add("wallMicros", Format.MICROS_AS_HOURS, each -> each.getValue().wall)
                .headed("WALL (h)")
                .add("cpuMicros", Format.MICROS_AS_HOURS, each -> each.getValue().cpu)
                .headed("CPU (h)")
                .add("allocatedMicros", Format.MICROS_AS_HOURS, each -> each.getValue().allocated)
                .headed("ALLOCATED (h)")
                .report(List.copyOf(months.entrySet())));
    }
}
