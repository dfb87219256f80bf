package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AppVersion;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Choice;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Keyword;
import io.fairstream.schemas.Notice;
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

/** Views of the daily work of volunteers' hosts, the balances of projects, and the projects assigned to hosts. */
final class HostViews {
    static final View<Host> HOSTS = View.latest(
            Topics.HOSTS,
            new Columns<Host>()
                    .text("host", Host::getHost)
                    .text("user", Host::getUser)
                    .add("processors", Format.WHOLE, Host::getProcessors)
                    .add("gpus", Format.WHOLE, Host::getGpus)
                    .hours("cpuSeconds", row -> row.getCpuSeconds())
                    .hours("gpuSeconds", row -> row.getGpuSeconds())
                    .add("cpuFlops", Format.LARGE, row -> row.getCpuFlops())
                    .add("gpuFlops", Format.LARGE, row -> row.getGpuFlops())
                    .add("jobsSucceeded", Format.WHOLE, Host::getJobsSucceeded)
                    .add("jobsFailed", Format.WHOLE, Host::getJobsFailed)
                    .text("capped", row -> row.getCapped() == null ? "no" : "yes", row -> row.getCapped() != null)
                    .text("lastReport", Host::getLastReport),
            Comparator.comparing(Host::getHost),
            null);

    static final View<Daily> DAILY = View.latest(
            Topics.DAILY,
            new Columns<Daily>()
                    .text("scope", row -> row.getScope().name().toLowerCase(Locale.ROOT))
                    .text("id", Daily::getId)
                    .text("day", Daily::getDay)
                    .add("cpuSeconds", Format.HOURS, delta(Work::getCpuSeconds))
                    .add("gpuSeconds", Format.HOURS, delta(Work::getGpuSeconds))
                    .add("cpuFlops", Format.LARGE, delta(Work::getCpuFlops))
                    .add("gpuFlops", Format.LARGE, delta(Work::getGpuFlops))
                    .add("jobsSucceeded", Format.WHOLE, delta(Work::getJobsSucceeded))
                    .add("jobsFailed", Format.WHOLE, delta(Work::getJobsFailed))
                    .add("activeHosts", Format.WHOLE, Daily::getActiveHosts)
                    .add("activeGpuHosts", Format.WHOLE, Daily::getActiveGpuHosts)
                    .add("activeUsers", Format.WHOLE, Daily::getActiveUsers),
            Comparator.comparing(Daily::getScope).thenComparing(Daily::getId).thenComparing(Daily::getDay),
            null);

    static final View<Balance> BALANCES = View.latest(
            Topics.BALANCES,
            new Columns<Balance>()
                    .text("target", Balance::getTarget)
                    .text("unit", Balance::getUnit)
                    .add("balance", Format.LARGE, row -> row.getBalance())
                    .add("initialBalance", Format.LARGE, row -> row.getInitialBalance())
                    .add("accrued", Format.LARGE, row -> row.getAccrued())
                    .add("withheld", Format.LARGE, row -> row.getWithheld())
                    .add("charged", Format.LARGE, row -> row.getCharged())
                    .add("granted", Format.LARGE, row -> row.getGranted())
                    .leftOutFirst()
                    .add("spent", Format.LARGE, row -> row.getSpent())
                    .leftOutFirst()
                    .add("cap", Format.LARGE, row -> row.getCap())
                    .text("end", Balance::getEnd)
                    .text("periodStart", Balance::getPeriodStart)
                    .unshown()
                    .number("carryOver", row -> row.getCarryOver())
                    .unshown()
                    .text("thresholds", Balance::getThresholds)
                    .unshown()
                    .text("whenSpent", Balance::getWhenSpent)
                    .unshown()
                    .text("asOf", Balance::getAsOf),
            Comparator.comparing(Balance::getTarget),
            BalanceRow::evaluate);

    static final View<Assignment> ASSIGNMENTS = View.latest(
            Topics.ASSIGNMENTS,
            new Columns<Assignment>()
                    .text("host", Assignment::getHost)
                    .text("user", Assignment::getUser)
                    .text("at", Assignment::getAt)
                    .text("policy", Assignment::getPolicy)
                    .text("choices", row -> words(row.getChoices(), HostViews::choice))
                    .text("passed", row -> words(row.getPassed(), Passed::getProject))
                    .text("idle", Assignment::getIdle),
            Comparator.comparing(Assignment::getHost),
            null);

    static final View<Allocation> ALLOCATIONS = View.latest(
            Topics.ALLOCATIONS,
            new Columns<Allocation>()
                    .text("target", Allocation::getTarget)
                    .text("unit", Allocation::getUnit)
                    .add("initialBalance", Format.LARGE, row -> row.getInitialBalance())
                    .add("accrual", Format.LARGE, row -> row.getAccrual())
                    .number("interval", row -> row.getInterval())
                    .text("start", Allocation::getStart)
                    .text("end", Allocation::getEnd)
                    .add("cap", Format.LARGE, row -> row.getCap())
                    .number("carryOver", row -> row.getCarryOver())
                    .leftOutFirst()
                    .text("thresholds", Allocation::getThresholds)
                    .leftOutFirst()
                    .text("contacts", Allocation::getContacts)
                    .leftOutFirst()
                    .text("whenSpent", Allocation::getWhenSpent)
                    .leftOutFirst(),
            Comparator.comparing(Allocation::getTarget),
            null);

    static final View<Notice> NOTICES = View.every(
            Topics.NOTICES,
            new Columns<Notice>()
                    .text("at", Notice::getAt)
                    .text("target", Notice::getTarget)
                    .text("kind", Notice::getKind)
                    .add("threshold", Format.WHOLE, Notice::getThreshold)
                    .headed("THRESHOLD %")
                    .percent("spentPart", row -> row.getGranted() > 0 ? row.getSpent() / row.getGranted() : null)
                    .headed("SPENT %")
                    .add("balance", Format.LARGE, row -> row.getBalance())
                    .text("unit", Notice::getUnit)
                    .text("asOf", Notice::getAsOf)
                    .leftOutFirst()
                    .text("cause", row -> row.getTopic() + "/" + row.getPartition() + "/" + row.getOffset())
                    .leftOutFirst(),
            Comparator.comparing(Notice::getAt).thenComparing(Notice::getTarget).thenComparing(Notice::getThreshold));

    static final View<Project> PROJECTS = View.latest(
            Topics.PROJECTS,
            new Columns<Project>()
                    .text("project", Project::getProject)
                    .text("url", Project::getUrl)
                    .number("share", row -> row.getShare())
                    .text("versions", row -> words(row.getVersions(), HostViews::version))
                    .text("keywords", row -> words(row.getKeywords(), Keyword::getKeyword)),
            Comparator.comparing(Project::getProject),
            null);

    static final View<Preferences> PREFERENCES = View.latest(
            Topics.PREFERENCES,
            new Columns<Preferences>()
                    .text("user", Preferences::getUser)
                    .text("optedOut", Preferences::getOptedOut)
                    .text("wanted", Preferences::getWanted)
                    .text("unwanted", Preferences::getUnwanted)
                    .text("listed", Preferences::getListed),
            Comparator.comparing(Preferences::getUser),
            null);

    private HostViews() {}

    private static Function<Daily, @Nullable Object> delta(Function<Work, Object> quantity) {
        return row -> quantity.apply(row.getDelta());
    }

    private static <T> List<String> words(List<T> things, Function<T, String> word) {
        return things.stream().map(word).toList();
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
