package io.fairstream.cli.report;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A column of {@code sacct} that the tables support; the last ones sacct has not. */
enum SacctColumn {
    JOB_ID("JobID", true, text("jobId", JobRow::jobId)),
    JOB_NAME("JobName", true, text("name", row -> row.ofJob(Job::getName))),
    CLUSTER("Cluster", false, text("cluster", JobRow::cluster)),
    PARTITION("Partition", true, text("partition", JobRow::partition)),
    ACCOUNT("Account", true, text("bank", JobRow::bank)),
    USER("User", true, text("user", JobRow::user)),
    UID("UID", false, text("userId", JobRow::userId)),
    GROUP("Group", false, text("groups", row -> row.ofJob(job -> String.join(" ", job.getGroups())))),
    ALLOC_CPUS("AllocCPUS", true, number("processors", JobRow::processors)),
    N_NODES("NNodes", false, number("nodes", row -> row.ofJob(Job::getNodes))),
    NODE_LIST("NodeList", false, text("nodeList", row -> row.ofJob(Job::getNodeList))),
    STATE("State", true, text("state", JobRow::state)),
    EXIT_CODE("ExitCode", true, text("exitCode", SacctColumn::exitCode)),
    PRIORITY("Priority", false, number("priority", row -> row.ofJob(Job::getPriority))),
    SUBMIT("Submit", false, time("submitted", JobRow::submitted)),
    START("Start", true, time("startTime", JobRow::started)),
    END("End", true, time("endTime", JobRow::ended)),
    /** Of the newest run, time in SUSPENDED included. */
    ELAPSED(
            "Elapsed",
            true,
            (sheet, header, present) ->
                    sheet.text(header, "elapsed", row -> span(row.elapsed(present)), row -> row.elapsed(present))),
    TIMELIMIT("TimelimitRaw", false, number("timeLimitMinutes", row -> row.ofJob(Job::getTimeLimitMinutes))),
    RESTARTS("Restarts", false, number("restarts", JobRow::restarts)),
    SLUID("SLUID", false, text("run", row -> row.ofJob(Job::getRun))),
    REQ_MEM("ReqMem", false, number("memoryMiB", JobRow::requestedMiB)),
    CPU_TIME("CPUTime", true, cpu("cpuTimeAllocatedMicros", JobAccounting::getCpuTimeAllocatedMicros)),
    TOTAL_CPU("TotalCPU", true, measured("cpuTimeUsedMicros", JobAccounting::getCpuTimeUsedMicros, SacctColumn::span)),
    /** Of the largest session of a node. */
    MAX_RSS(
            "MaxRSS",
            true,
            measured("realMemoryHighwaterKiB", JobAccounting::getRealMemoryHighwaterKiB, size -> size + "K")),
    MAX_VM_SIZE(
            "MaxVMSize",
            false,
            measured("virtualMemoryHighwaterKiB", JobAccounting::getVirtualMemoryHighwaterKiB, size -> size + "K")),
    RESERVED_CPU("ReservedCPU", false, cpu("cpuTimeReservedMicros", JobAccounting::getCpuTimeReservedMicros)),
    RSS_INTEGRAL("RSSIntegral", false, integral("realMemoryKiBSeconds", JobAccounting::getRealMemoryKiBSeconds)),
    VM_INTEGRAL(
            "VMSizeIntegral", false, integral("virtualMemoryKiBSeconds", JobAccounting::getVirtualMemoryKiBSeconds));

    private static final long MICROS_PER_MILLI = 1000;

    private final String header;
    private final boolean isDefault;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Appender appender;

    @FunctionalInterface
    private interface Appender {
        void append(Sheet<JobRow> sheet, String header, Instant present);
    }

    SacctColumn(String header, boolean isDefault, Appender appender) {
        this.header = header;
        this.isDefault = isDefault;
        this.appender = appender;
    }

    /** Those that are shown when none is asked for. */
    static List<SacctColumn> defaults() {
        return Arrays.stream(values()).filter(column -> column.isDefault).toList();
    }

    /** Whatever the case of its letters. */
    static Optional<SacctColumn> named(String name) {
        return Arrays.stream(values())
                .filter(column -> column.header.equalsIgnoreCase(name))
                .findFirst();
    }

    static String names() {
        return String.join(
                ", ", Arrays.stream(values()).map(column -> column.header).toList());
    }

    void appendTo(Sheet<JobRow> sheet, Instant present) {
        appender.append(sheet, header, present);
    }

    private static Appender text(String field, Function<JobRow, @Nullable Object> value) {
        return (sheet, header, present) -> sheet.text(header, field, value);
    }

    private static Appender number(String field, Function<JobRow, @Nullable Number> value) {
        return (sheet, header, present) -> sheet.number(header, field, value);
    }

    private static Appender time(String field, Function<JobRow, @Nullable Instant> value) {
        return (sheet, header, present) -> sheet.time(header, field, value);
    }

    private static Appender cpu(String field, ToLongFunction<JobAccounting> micros) {
        return (sheet, header, present) ->
                sheet.text(header, field, row -> span(row.amount(micros)), row -> row.amount(micros));
    }

    /** What agents saw; people see nothing where no agent saw anything. */
    private static Appender measured(
            String field, ToLongFunction<JobAccounting> amount, LongFunction<@Nullable String> shown) {
        return (sheet, header, present) -> sheet.text(
                header,
                field,
                row -> row.isMeasured() ? shown.apply(row.amount(amount)) : null,
                row -> row.amount(amount));
    }

    private static Appender integral(String field, ToLongFunction<JobAccounting> amount) {
        return (sheet, header, present) -> sheet.number(header, field, row -> row.amount(amount));
    }

    /** As sacct: exit code and signal. */
    private static @Nullable String exitCode(JobRow row) {
        Integer code = row.ofJob(Job::getExitCode);
        Integer signal = row.ofJob(Job::getSignal);
        return code == null && signal == null ? null : (code == null ? 0 : code) + ":" + (signal == null ? 0 : signal);
    }

    private static @Nullable String span(long micros) {
        return span(Duration.ofMillis(micros / MICROS_PER_MILLI));
    }

    /** As sacct: {@code [days-]hours:minutes:seconds}. */
    private static @Nullable String span(@Nullable Duration time) {
        if (time == null) {
            return null;
        }
        String clock = String.format(
                Locale.ROOT, "%02d:%02d:%02d", time.toHoursPart(), time.toMinutesPart(), time.toSecondsPart());
        return time.toDays() > 0 ? time.toDays() + "-" + clock : clock;
    }
}
