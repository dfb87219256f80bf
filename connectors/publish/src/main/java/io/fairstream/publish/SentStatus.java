package io.fairstream.publish;

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

    /** Numbers of a month, in jobs and microseconds. Mutable until the comparison is complete. */
    public static final class Month {
        private final YearMonth month;
        private long sent;
        private long pending;
        private long changed;
        private long wall;
        private long cpu;
        private long allocated;

        private Month(YearMonth month) {
            this.month = month;
        }

        /** UTC month in which the jobs ended. */
        public YearMonth month() {
            return month;
        }

        public long sent() {
            return sent;
        }

        /** Number of jobs that were not sent. */
        public long pending() {
            return pending;
        }

        /** Number of sent jobs that have other values now. */
        public long changed() {
            return changed;
        }

        /** Sent wall time. */
        public long wallMicros() {
            return wall;
        }

        /** Sent CPU time. */
        public long cpuMicros() {
            return cpu;
        }

        /** Sent allocated processor time. */
        public long allocatedMicros() {
            return allocated;
        }
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
        return months.computeIfAbsent(YearMonth.from(end.atOffset(ZoneOffset.UTC)), Month::new);
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

    /** Returns the months, the earliest first. */
    public List<Month> months() {
        return List.copyOf(months.values());
    }

    /** Returns the number of sent jobs that no longer have an account. */
    public long vanished() {
        return vanished;
    }

    /** Returns the number of jobs that were purged from the JOB TABLE before they were sent. */
    public long lost() {
        return lost;
    }
}
