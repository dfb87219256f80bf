package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.ClusterUtilization;
import io.fairstream.query.usage.PeriodQuery;
import io.fairstream.query.usage.UtilizationStep;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report cluster utilization}. */
@Command(
        name = "utilization",
        footer = "fairstream report cluster utilization --start 2026-01-01 --bootstrap-server HOST:PORT",
        description = {
            "Processor time of each cluster by use.",
            "Two questions have two answers, side by side. What did the processors do? capacity = used (by sessions, of jobs or"
                    + " not) + system (what no session explains) + idle + down (no agent reported), exactly, from the"
                    + " agents. What did the scheduler give away? allocated (to running jobs), reserved (for jobs in"
                    + " STAGE_IN, RESERVED and STAGE_OUT), from the job events, whatever the processes did with it.",
            "As sreport names them: capacity is Reported, allocated is Allocated, down is Down, unallocated (= capacity - down -"
                    + " allocated - reserved; negative where jobs run on nodes without an agent) is Idle. Where there"
                    + " is no agent at all, what"
                    + " agents tell is blank; --processors states the capacity. sreport's Planned,"
                    + " the demand of waiting jobs, has no column: reserved is time that was really held. Percent is of capacity.",
            PeriodReport.PERIOD
        })
final class UtilizationCommand extends PeriodReport {
    @Option(
            names = "--by",
            paramLabel = "STEP",
            description = "A row for each hour, day or month instead of one for the period.")
    private @Nullable UtilizationStep step;

    @Option(
            names = "--processors",
            paramLabel = "CLUSTER=N",
            description = "Number of processors of a cluster: its capacity if some nodes have no agent. Repeatable.")
    private Map<String, Integer> processors = Map.of();

    @Override
    protected void check() {
        processors.forEach((cluster, count) ->
                refuse(count < 1, "--processors: " + cluster + "=" + count + " (expected: CLUSTER=N, N >= 1)"));
    }

    @Override
    Document show(TopicReader reader, PeriodQuery query, Instant present) {
        return ClusterUtilization.report(reader, query, step, processors, present);
    }
}
