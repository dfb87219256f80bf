package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AppVersion;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Choice;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Keyword;
import io.fairstream.schemas.Passed;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Work;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What volunteers' hosts did on which day, what projects are owed, and which of them a host was given. */
final class HostViews {
    static final View<Host> HOSTS = View.latest(
            Topics.HOSTS,
            new Table<Host>()
                    .text("HOST", "host", Host::getHost)
                    .text("USER", "user", Host::getUser)
                    .number("CPUS", "processors", Host::getProcessors)
                    .number("GPUS", "gpus", Host::getGpus)
                    .number("CPU H", "cpuSeconds", row -> Numbers.hours(row.getCpuSeconds()))
                    .number("GPU H", "gpuSeconds", row -> Numbers.hours(row.getGpuSeconds()))
                    .number("CPU FLOP", "cpuFlops", row -> Numbers.large(row.getCpuFlops()))
                    .number("GPU FLOP", "gpuFlops", row -> Numbers.large(row.getGpuFlops()))
                    .number("SUCCEEDED", "jobsSucceeded", Host::getJobsSucceeded)
                    .number("FAILED", "jobsFailed", Host::getJobsFailed)
                    .text("CAPPED", "capped", row -> row.getCapped() == null ? "no" : "yes")
                    .text("LAST REPORT", "lastReport", Host::getLastReport),
            Comparator.comparing(Host::getHost),
            null);

    static final View<Daily> DAILY = View.latest(
            Topics.DAILY,
            new Table<Daily>()
                    .text("SCOPE", "scope", row -> row.getScope().name().toLowerCase(Locale.ROOT))
                    .text("ID", "id", Daily::getId)
                    .text("DAY", "day", Daily::getDay)
                    .number("CPU H", "", delta(work -> Numbers.hours(work.getCpuSeconds())))
                    .number("GPU H", "", delta(work -> Numbers.hours(work.getGpuSeconds())))
                    .number("CPU FLOP", "", delta(work -> Numbers.large(work.getCpuFlops())))
                    .number("GPU FLOP", "", delta(work -> Numbers.large(work.getGpuFlops())))
                    .number("SUCCEEDED", "", delta(Work::getJobsSucceeded))
                    .number("FAILED", "", delta(Work::getJobsFailed))
                    .number("HOSTS", "activeHosts", Daily::getActiveHosts)
                    .number("GPU HOSTS", "activeGpuHosts", Daily::getActiveGpuHosts)
                    .number("USERS", "activeUsers", Daily::getActiveUsers),
            Comparator.comparing(Daily::getScope).thenComparing(Daily::getId).thenComparing(Daily::getDay),
            null);

    static final View<Balance> BALANCES = View.latest(
            Topics.BALANCES,
            new Table<Balance>()
                    .text("TARGET", "target", Balance::getTarget)
                    .text("UNIT", "unit", Balance::getUnit)
                    .number("BALANCE", "balance", row -> large(row.getBalance()))
                    .number("INITIAL", "initialBalance", row -> large(row.getInitialBalance()))
                    .number("ACCRUED", "accrued", row -> large(row.getAccrued()))
                    .number("WITHHELD", "withheld", row -> large(row.getWithheld()))
                    .number("CHARGED", "charged", row -> large(row.getCharged()))
                    .number("CAP", "cap", row -> large(row.getCap()))
                    .text("END", "end", Balance::getEnd)
                    .text("AS OF", "asOf", Balance::getAsOf),
            Comparator.comparing(Balance::getTarget),
            BalanceRow::evaluate);

    static final View<Assignment> ASSIGNMENTS = View.latest(
            Topics.ASSIGNMENTS,
            new Table<Assignment>()
                    .text("HOST", "host", Assignment::getHost)
                    .text("USER", "user", Assignment::getUser)
                    .text("AT", "at", Assignment::getAt)
                    .text("POLICY", "policy", Assignment::getPolicy)
                    .text("PROJECTS", "choices", row -> words(row.getChoices(), HostViews::choice))
                    .text("PASSED", "passed", row -> words(row.getPassed(), Passed::getProject))
                    .text("IDLE", "idle", row -> String.join(" ", row.getIdle())),
            Comparator.comparing(Assignment::getHost),
            null);

    static final View<Allocation> ALLOCATIONS = View.latest(
            Topics.ALLOCATIONS,
            new Table<Allocation>()
                    .text("TARGET", "target", Allocation::getTarget)
                    .number("INITIAL", "initialBalance", row -> large(row.getInitialBalance()))
                    .number("ACCRUAL", "accrual", row -> large(row.getAccrual()))
                    .number("EACH S", "interval", row -> Numbers.number(row.getInterval()))
                    .text("START", "start", Allocation::getStart)
                    .text("END", "end", Allocation::getEnd)
                    .number("CAP", "cap", row -> large(row.getCap())),
            Comparator.comparing(Allocation::getTarget),
            null);

    static final View<Project> PROJECTS = View.latest(
            Topics.PROJECTS,
            new Table<Project>()
                    .text("PROJECT", "project", Project::getProject)
                    .text("URL", "url", Project::getUrl)
                    .number("SHARE", "share", row -> Numbers.number(row.getShare()))
                    .text("RUNS ON", "versions", row -> words(row.getVersions(), HostViews::version))
                    .text("KEYWORDS", "keywords", row -> words(row.getKeywords(), Keyword::getKeyword)),
            Comparator.comparing(Project::getProject),
            null);

    static final View<Preferences> PREFERENCES = View.latest(
            Topics.PREFERENCES,
            new Table<Preferences>()
                    .text("USER", "user", Preferences::getUser)
                    .text("OPTED OUT OF", "optedOut", row -> String.join(" ", row.getOptedOut()))
                    .text("WANTED", "wanted", row -> String.join(" ", row.getWanted()))
                    .text("UNWANTED", "unwanted", row -> String.join(" ", row.getUnwanted())),
            Comparator.comparing(Preferences::getUser),
            null);

    private HostViews() {}

    private static Function<Daily, @Nullable Object> delta(Function<Work, Object> quantity) {
        return row -> quantity.apply(row.getDelta());
    }

    private static @Nullable String large(@Nullable Double amount) {
        return amount == null ? null : Numbers.large(amount);
    }

    private static <T> String words(List<T> things, Function<T, String> word) {
        return String.join(" ", things.stream().map(word).toList());
    }

    private static String choice(Choice choice) {
        return choice.getUses().isEmpty()
                ? choice.getProject()
                : choice.getProject() + "(" + String.join(",", choice.getUses()) + ")";
    }

    private static String version(AppVersion version) {
        return version.getPlatform() + (version.getGpu() ? "+gpu" : "") + (version.getVm() ? "+vm" : "");
    }
}
