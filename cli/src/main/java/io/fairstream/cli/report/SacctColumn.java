package io.fairstream.cli.report;

import io.fairstream.rules.Quantity;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A column of a listing of jobs, named as {@code sacct} does where it has it: those that the tables support, and one for each
 * {@link Quantity}. Of a high-water it is that of the largest session of a node.
 *
 * @param isDefault whether it is shown when none is asked for
 */
record SacctColumn(String header, boolean isDefault, Appender appender) {
    private static final long MICROS_PER_MILLI = 1000;
    private static final long MILLIJOULES_PER_JOULE = 1000;
    private static final Set<Quantity> SHOWN = Set.of(Quantity.CPU_USED, Quantity.REAL_HIGHWATER);

    /** All there are, in the order in which they are shown. */
    static final List<SacctColumn> ALL = Stream.concat(
                    ofTables().stream(), Quantity.ALL.stream().map(SacctColumn::of))
            .toList();

    @FunctionalInterface
    interface Appender {
        void append(Sheet<JobRow> sheet, String header, Instant present);
    }

    private static List<SacctColumn> ofTables() {
        return List.of(
                new SacctColumn("JobID", true, text("jobId", JobRow::jobId)),
                new SacctColumn("JobName", true, text("name", row -> row.ofJob(Job::getName))),
                new SacctColumn("Cluster", false, text("cluster", JobRow::cluster)),
                new SacctColumn("Partition", true, text("partition", JobRow::partition)),
                new SacctColumn("Account", true, text("bank", JobRow::bank)),
                new SacctColumn("User", true, text("user", JobRow::user)),
                new SacctColumn("UID", false, text("userId", JobRow::userId)),
                new SacctColumn(
                        "Group", false, text("groups", row -> row.ofJob(job -> String.join(" ", job.getGroups())))),
                new SacctColumn("AllocCPUS", true, number("processors", JobRow::processors)),
                new SacctColumn("NNodes", false, number("nodes", row -> row.ofJob(Job::getNodes))),
                new SacctColumn("NodeList", false, text("nodeList", row -> row.ofJob(Job::getNodeList))),
                new SacctColumn("State", true, text("state", JobRow::state)),
                new SacctColumn("ExitCode", true, text("exitCode", SacctColumn::exitCode)),
                new SacctColumn("Priority", false, number("priority", row -> row.ofJob(Job::getPriority))),
                new SacctColumn("Submit", false, time("submitted", JobRow::submitted)),
                new SacctColumn("Start", true, time("startTime", JobRow::started)),
                new SacctColumn("End", true, time("endTime", JobRow::ended)),
                new SacctColumn(
                        "Elapsed",
                        true,
                        (sheet, header, present) -> sheet.text(
                                header, "elapsed", row -> span(row.elapsed(present)), row -> row.elapsed(present))),
                new SacctColumn(
                        "TimelimitRaw", false, number("timeLimitMinutes", row -> row.ofJob(Job::getTimeLimitMinutes))),
                new SacctColumn("Restarts", false, number("restarts", JobRow::restarts)),
                new SacctColumn("SLUID", false, text("run", row -> row.ofJob(Job::getRun))),
                new SacctColumn("QOS", false, text("qos", row -> row.ofJob(Job::getQos))),
                new SacctColumn("WCKey", false, text("wckey", row -> row.ofJob(Job::getWckey))),
                new SacctColumn("Reservation", false, text("reservation", row -> row.ofJob(Job::getReservation))),
                new SacctColumn("TRES", false, text("tres", row -> row.ofJob(Job::getTres))),
                new SacctColumn("ReqMem", false, number("memoryMiB", JobRow::requestedMiB)),
                new SacctColumn(
                        "CPUTime", true, cpu("cpuTimeAllocatedMicros", JobAccounting::getCpuTimeAllocatedMicros)),
                new SacctColumn(
                        "ReservedCPU", false, cpu("cpuTimeReservedMicros", JobAccounting::getCpuTimeReservedMicros)));
    }

    /** Those that are shown when none is asked for. */
    static List<SacctColumn> defaults() {
        return ALL.stream().filter(column -> column.isDefault).toList();
    }

    /** Whatever the case of its letters. */
    static Optional<SacctColumn> named(String name) {
        return ALL.stream()
                .filter(column -> column.header.equalsIgnoreCase(name))
                .findFirst();
    }

    static String names() {
        return String.join(", ", ALL.stream().map(column -> column.header).toList());
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

    private static SacctColumn of(Quantity quantity) {
        return new SacctColumn(
                quantity.column(), SHOWN.contains(quantity), (sheet, header, present) -> append(quantity, sheet));
    }

    /** What was measured; people see nothing where nobody measured. */
    private static void append(Quantity quantity, Sheet<JobRow> sheet) {
        ToLongFunction<JobRow> amount = row -> row.used().get(quantity);
        Function<JobRow, @Nullable Object> shown = row ->
                row.isMeasured() || amount.applyAsLong(row) != 0 ? shown(quantity, amount.applyAsLong(row)) : null;
        if (quantity.unit() == Quantity.Unit.KIBIBYTE_SECONDS) {
            sheet.number(quantity.column(), quantity.field(), amount::applyAsLong);
        } else {
            sheet.text(quantity.column(), quantity.field(), shown, amount::applyAsLong);
        }
    }

    private static @Nullable String shown(Quantity quantity, long amount) {
        return switch (quantity.unit()) {
            case MICROSECONDS -> span(amount);
            case KIBIBYTES -> amount + "K";
            case KIBIBYTE_SECONDS -> Long.toString(amount);
            case MILLIJOULES -> amount / MILLIJOULES_PER_JOULE + "J";
        };
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
