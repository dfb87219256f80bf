package io.fairstream.cli.export;

import io.fairstream.publish.FinishedJobs;
import io.fairstream.publish.GraccPlan;
import io.fairstream.publish.GraccProbe;
import io.fairstream.publish.Plan;
import io.fairstream.publish.VoMap;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code publish gracc}. */
@Command(
        name = "gracc",
        footer = "fairstream publish gracc --directory DIR --probe slurm:HOST --site NAME --bootstrap-server HOST:PORT",
        description = {
            "Write GRACC's raw records of finished jobs, one JSON document a line: of jobs that are new or changed since the last"
                    + " time. A changed job has a record of the same RecordId.",
            "Files are named by the partition and the offsets of the jobs' accounts."
        })
final class GraccCommand extends SendingCommand {
    @Option(
            names = "--probe",
            required = true,
            paramLabel = "NAME",
            description = "ProbeName of the records, such as slurm:ce.example.org.")
    private @Nullable String probe;

    @Option(
            names = "--grid",
            paramLabel = "NAME",
            defaultValue = "Local",
            description = "Grid of the records. Default: Local.")
    private String grid = "Local";

    @Override
    void check(VoMap members) {
        GraccProbe unused = probe(members);
    }

    private GraccProbe probe(VoMap members) {
        return new GraccProbe(Objects.requireNonNull(probe), site(), grid, members);
    }

    @Override
    SortedMap<String, String> purpose() {
        return new TreeMap<>(
                Map.of("format", "gracc", "grid", grid, "probe", Objects.requireNonNull(probe), "site", site()));
    }

    @Override
    Plan plan(FinishedJobs jobs, Map<String, Map<String, String>> earlier, VoMap members, Instant at) {
        return GraccPlan.of(probe(members), jobs, earlier, at);
    }

    @Override
    String suffix() {
        return ".jsonl";
    }
}
