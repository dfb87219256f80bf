package io.fairstream.cli.jobs;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobDetails;
import io.fairstream.schemas.json.PlainJson;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jobs as lines.
 *
 * @param jobs in their order
 * @param starts estimated ones
 * @param hasDetails whether people see what each job needs to start
 */
record JobListing(List<Job> jobs, Map<StartEstimate.Id, Instant> starts, boolean hasDetails) {

    void printJson(PrintWriter out) {
        for (Job job : jobs) {
            String row = PlainJson.write(job);
            Instant start = starts.get(StartEstimate.Id.of(job));
            out.println(
                    start == null
                            ? row
                            : row.substring(0, row.length() - 1) + ",\"estimatedStart\":\"" + start + "\"}");
        }
    }

    void print(PrintWriter out) {
        Table<Job> table = new Table<Job>()
                .text("PARTITION", "", Job::getPartition)
                .number("PRIORITY", "", job -> number(job.getPriority()))
                .text("CLUSTER", "", Job::getCluster)
                .number("JOB", "", Job::getJobId)
                .text("NAME", "", Job::getName)
                .text("USER", "", Job::getUser)
                .text("STATE", "", Job::getState)
                .number("PROCESSORS", "", Job::getProcessors)
                .number("NODES", "", Job::getNodes)
                .text("NODE LIST", "", Job::getNodeList)
                .number("LIMIT (MIN)", "", Job::getTimeLimitMinutes)
                .text("START", "", this::start)
                .text("END", "", job -> seconds(job.getEndTime()))
                .text("KEY", "", Job::getInterconnectKey);
        if (jobs.stream().anyMatch(job -> job.getUrgency() != null)) {
            table.number("URGENCY", "", Job::getUrgency);
        }
        if (hasDetails) {
            table.text("DETAILS", "", job -> details(job.getDetails()));
        }
        table.print(jobs, false, out);
    }

    private @Nullable Object start(Job job) {
        Instant estimate = starts.get(StartEstimate.Id.of(job));
        return estimate == null ? seconds(job.getStartTime()) : "~" + seconds(estimate);
    }

    private static @Nullable Instant seconds(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }

    private static @Nullable String number(@Nullable Double value) {
        return value == null ? null : Numbers.number(value);
    }

    /** What the job needs; what it leaves open is not named. */
    static @Nullable String details(@Nullable JobDetails details) {
        if (details == null) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        add(parts, "nodes=", details.getNodeList());
        add(parts, "processors>=", details.getProcessors());
        add(parts, "nodes>=", details.getNodes());
        add(parts, "features=", details.getFeatures());
        add(parts, "share", details.getShare());
        add(parts, "contiguous", details.getContiguous());
        add(parts, "processors per node>=", details.getMinProcessorsPerNode());
        add(parts, "memory MiB per node>=", details.getMinMemoryMiB());
        add(parts, "tmp disk MiB per node>=", details.getMinTmpDiskMiB());
        add(parts, "distribution=", details.getDistribution());
        add(parts, "processors per task=", details.getProcessorsPerTask() == 1 ? null : details.getProcessorsPerTask());
        add(parts, "immediate", details.getImmediate());
        add(parts, "script=", details.getScript());
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, String name, @Nullable Object value) {
        if (Boolean.TRUE.equals(value)) {
            parts.add(name);
        } else if (value != null
                && !Boolean.FALSE.equals(value)
                && !value.toString().isEmpty()) {
            parts.add(name + value);
        }
    }
}
