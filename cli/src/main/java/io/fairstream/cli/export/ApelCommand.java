package io.fairstream.cli.export;

import io.fairstream.publish.ApelFormat;
import io.fairstream.publish.ApelPlan;
import io.fairstream.publish.ApelSite;
import io.fairstream.publish.FinishedJobs;
import io.fairstream.publish.Plan;
import io.fairstream.publish.VoMap;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code publish apel}. */
@Command(
        name = "apel",
        footer =
                "fairstream publish apel --directory DIR --site NAME --benchmark hepspec=10.2 --bootstrap-server HOST:PORT",
        description = {
            "Write APEL's summaries of finished jobs, by the month of UTC in which they ended, user, VO and size: those that are new"
                    + " or changed since the last time. A later summary replaces one of the same key, as APEL does.",
            "Without a benchmark in version 0.2, with hepspec in 0.3 (normalised), with HEPscore23 in 0.4."
        })
final class ApelCommand extends SendingCommand {
    @Option(
            names = "--benchmark",
            paramLabel = "NAME=N",
            description = "Result for one core: hepspec or HEPscore23. Repeatable.")
    private Map<String, BigDecimal> benchmarks = Map.of();

    @Option(names = "--month", paramLabel = "MONTH", description = "Only this month, such as 2026-03.")
    private @Nullable YearMonth month;

    @Option(
            names = "--infrastructure",
            paramLabel = "WORD",
            defaultValue = "grid",
            description = "Origin of the jobs: grid or local. Default: grid.")
    private String infrastructure = "grid";

    @Option(names = "--retract", description = "Retract sent jobs whose account no longer exists.")
    private boolean retracts;

    @Override
    void check(VoMap members) {
        ApelFormat unused = new ApelFormat(benchmarks);
        ApelSite unusedToo = new ApelSite(site(), infrastructure, members);
    }

    @Override
    SortedMap<String, String> purpose() {
        return new TreeMap<>(Map.of("format", "apel", "infrastructure", infrastructure, "site", site()));
    }

    @Override
    Plan plan(FinishedJobs jobs, Map<String, Map<String, String>> earlier, VoMap members, Instant at) {
        ApelSite site = new ApelSite(site(), infrastructure, members);
        return ApelPlan.of(site, new ApelFormat(benchmarks), jobs, earlier, month, retracts);
    }

    @Override
    String suffix() {
        return ".txt";
    }
}
