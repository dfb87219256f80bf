package io.fairstream.cli.export;

import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.publish.SacctLines;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code publish sacct}. */
@Command(
        name = "sacct",
        footer = "fairstream publish sacct --start 2026-03-01 --end 2026-04-01 --bootstrap-server HOST:PORT",
        description = {
            "Jobs that ended in a period, as sacct prints them with the fields that Open XDMoD's shredder of Slurm asks for:"
                    + " xdmod-shredder -r CLUSTER -f slurm -i FILE. Times are of UTC.",
            "The fields are jobid, jobidraw, cluster, partition, qos, account, group, gid, user, uid, submit, eligible, start, end,"
                    + " elapsed, exitcode, state, nnodes, ncpus, reqcpus, reqmem, reqtres, alloctres, timelimit, nodelist, jobname."
                    + " Of jobs that are purged (jobs.retention) there is no line."
        })
final class SacctCommand extends TextCommand {
    @Option(
            names = {"-s", "--start"},
            required = true,
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "Begin, in UTC: " + TimeOption.EXPECTED + ".")
    private @Nullable TimeOption from;

    @Option(
            names = {"-e", "--end"},
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "End (exclusive). Default: now.")
    private @Nullable TimeOption to;

    @Option(
            names = {"-M", "--cluster", "--clusters"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these clusters.")
    private Set<String> clusters = Set.of();

    @Override
    String text(TopicReader reader) {
        Instant now = ReportTime.CLUSTERS.of(reader, Clock.systemUTC());
        ZonedDateTime present = now.atZone(ZoneOffset.UTC);
        Instant begin = Objects.requireNonNull(from).at(present);
        Instant end = to == null ? now.plusMillis(1) : to.at(present);
        if (!begin.isBefore(end)) {
            throw usage("--start: " + begin + " (expected: before the end, " + end + ")");
        }
        return SacctLines.read(reader, begin, end, clusters).stream()
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
