package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.Utilization.Line;
import io.fairstream.cli.report.Utilization.Share;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report cluster utilization}. */
@Command(
        name = "utilization",
        description = {
            "How the processor time of each cluster was spent.",
            "Two questions have two answers, side by side. What did the processors do? capacity = used (by sessions, of jobs or"
                    + " not) + system (what no session explains) + idle + down (no agent reported), exactly, from the"
                    + " agents. What did the scheduler give away? allocated (to running jobs), reserved (for jobs in"
                    + " STAGE_IN, RESERVED and STAGE_OUT), from the job events, whatever the processes did with it.",
            "As sreport names them: capacity is Reported, allocated is Allocated, down is Down, unallocated (= capacity - down -"
                    + " allocated - reserved; negative where jobs run on nodes without an agent) is Idle. sreport's Planned,"
                    + " the demand of waiting jobs, has no column: reserved is time that was really held. Percent is of capacity.",
            PeriodReport.PERIOD
        })
final class UtilizationCommand extends PeriodReport {
    @Option(
            names = "--by",
            paramLabel = "STEP",
            description = "A row for each hour, day or month instead of one for the period.")
    private @Nullable UtilizationStep step;

    @Override
    void report(TopicReader reader, Period period, Instant present) {
        Utilization utilization = new Utilization(Buckets.of(period, step, zone()), this::isOfCluster);
        Instant reachesTo = UserJournal.read(reader, utilization).orElse(null);
        reader.latest(Topics.NODES).forEach(node -> utilization.node(node, present));
        warn(reachesTo, period);
        title("Cluster utilization", period);
        sheet(step != null || format() != Sheet.Format.TEXT).print(format(), utilization.lines(), null, out());
    }

    private Sheet<Line> sheet(boolean hasTimes) {
        Sheet<Line> sheet = sheet();
        sheet.text("CLUSTER", "cluster", Line::cluster);
        if (hasTimes) {
            sheet.time("BEGIN", "begin", Line::begin).time("END", "end", Line::end);
        }
        return sheet.processorTime("CAPACITY", "capacity", Line::capacity, Line::capacity)
                .processorTime("USED", "used", line -> line.of(Share.USED), Line::capacity)
                .processorTime("SYSTEM", "system", line -> line.of(Share.SYSTEM), Line::capacity)
                .processorTime("IDLE", "idle", line -> line.of(Share.IDLE), Line::capacity)
                .processorTime("DOWN", "down", line -> line.of(Share.DOWN), Line::capacity)
                .processorTime("ALLOCATED", "allocated", line -> line.of(Share.ALLOCATED), Line::capacity)
                .processorTime("RESERVED", "reserved", line -> line.of(Share.RESERVED), Line::capacity)
                .processorTime("UNALLOCATED", "unallocated", Line::unallocated, Line::capacity);
    }
}
