package io.fairstream.query.jobs;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.Unit;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Listing of all current and past jobs like {@code sacct}. It has those columns of sacct that the tables support, under
 * the same headers, and one for each {@link Quantity}. A high-water mark is that of the largest session on a node.
 */
public final class AccountedJobs {
    private static final int MILLIS = 3;
    private static final double MICROS = 1e6;
    private static final Set<Quantity> USUAL = Set.of(Quantity.CPU_USED, Quantity.REAL_HIGHWATER);
    private static final Comparator<JobRow> BY_SUBMISSION = Comparator.comparing(JobRow::cluster)
            .thenComparing(JobRow::jobId)
            .thenComparing(JobRow::submitted, Comparator.nullsFirst(Comparator.naturalOrder()));

    private final List<JobRow> rows;
    private final Columns<JobRow> columns = new Columns<>();

    private AccountedJobs(List<JobRow> rows) {
        this.rows = rows;
    }

    /**
     * Reads the tables.
     *
     * @param states states or final states of the jobs, ignoring case; empty for all
     */
    public static Document report(TopicReader reader, JobQuery query, Set<String> states) {
        Set<String> wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        wanted.addAll(states);
        List<JobRow> rows = query.read(reader).stream()
                .filter(row -> wanted.isEmpty() || wanted.contains(row.state()))
                .sorted(BY_SUBMISSION)
                .toList();
        return Document.of(report(rows, query.present()));
    }

    /** Returns all columns; people see the usual ones, and rarely used ones only if a job has a value. */
    static Report<JobRow> report(List<JobRow> rows, Instant present) {
        AccountedJobs listing = new AccountedJobs(rows);
        listing.addJob();
        listing.addRun(present);
        listing.addScheduling();
        listing.addTime("CPUTime", "cpuTimeAllocatedMicros", JobAccounting::getCpuTimeAllocatedMicros);
        listing.addTime("ReservedCPU", "cpuTimeReservedMicros", JobAccounting::getCpuTimeReservedMicros);
        listing.columns.unshown();
        Quantity.ALL.forEach(listing::add);
        listing.other("MeasuredBy", "measuredBy", Format.TEXT, AccountedJobs::measuredBy);
        return listing.columns.report(rows);
    }

    /** Returns the headers for people, which are those of sacct. */
    public static List<String> columnNames() {
        return columns().stream().map(Column::header).toList();
    }

    /** Returns true if there is a column of that name, in sacct or in JSON. */
    public static boolean hasColumn(String name) {
        return columns().stream().anyMatch(column -> column.isCalled(name));
    }

    private static List<Column<JobRow>> columns() {
        return report(List.of(), Instant.EPOCH).columns();
    }

    private void addJob() {
        usual("JobID", "jobId", Format.TEXT, JobRow::jobId);
        usual("JobName", "name", Format.TEXT, row -> row.ofJob(Job::getName));
        other("Cluster", "cluster", Format.TEXT, JobRow::cluster);
        usual("Partition", "partition", Format.TEXT, JobRow::partition);
        usual("Account", "bank", Format.TEXT, JobRow::bank);
        usual("User", "user", Format.TEXT, JobRow::user);
        other("UID", "userId", Format.TEXT, JobRow::userId);
        other("Group", "groups", Format.TEXT, row -> row.ofJob(job -> String.join(" ", job.getGroups())));
    }

    private void addRun(Instant present) {
        usual("AllocCPUS", "processors", Format.NUMBER, JobRow::processors);
        other("NNodes", "nodes", Format.NUMBER, row -> row.ofJob(Job::getNodes));
        other("NodeList", "nodeList", Format.TEXT, row -> row.ofJob(Job::getNodeList));
        usual("State", "state", Format.TEXT, JobRow::state);
        usual("ExitCode", "exitCode", Format.TEXT, AccountedJobs::exitCode);
        other("Priority", "priority", Format.NUMBER, row -> row.ofJob(Job::getPriority));
        other("Submit", "submitted", Format.TIME, JobRow::submitted);
        usual("Start", "startTime", Format.TIME, JobRow::started);
        usual("End", "endTime", Format.TIME, JobRow::ended);
        usual("Elapsed", "elapsedSeconds", Format.ELAPSED, row -> seconds(row.elapsed(present)));
    }

    private void addScheduling() {
        other("TimelimitRaw", "timeLimitMinutes", Format.NUMBER, row -> row.ofJob(Job::getTimeLimitMinutes));
        other("Restarts", "restarts", Format.NUMBER, JobRow::restarts);
        other("SLUID", "run", Format.TEXT, row -> row.ofJob(Job::getRun));
        ifAny("QOS", "qos", row -> row.ofJob(Job::getQos));
        ifAny("WCKey", "wckey", row -> row.ofJob(Job::getWckey));
        ifAny("Reservation", "reservation", row -> row.ofJob(Job::getReservation));
        ifAny("AllocTRES", "tres", JobRow::tres);
        other("ReqMem", "memoryMiB", Format.NUMBER, JobRow::requestedMiB);
    }

    private void usual(String header, String name, Format format, Function<JobRow, @Nullable Object> value) {
        columns.add(name, format, value).headed(header);
    }

    private void other(String header, String name, Format format, Function<JobRow, @Nullable Object> value) {
        columns.add(name, format, value).headed(header).unshown();
    }

    private void ifAny(String header, String name, Function<JobRow, @Nullable Object> value) {
        usual(header, name, Format.TEXT, value);
        if (rows.stream().map(value).allMatch(text -> text == null || text.equals(""))) {
            columns.unshown();
        }
    }

    private void addTime(String header, String name, ToLongFunction<JobAccounting> micros) {
        columns.add(name, Format.ELAPSED, row -> row.amount(micros))
                .shownAs(row -> row.amount(micros) / MICROS)
                .headed(header);
    }

    private static @Nullable String measuredBy(JobRow row) {
        Efficiency.Meter meter = row.meter();
        return meter == null ? null : meter.shown();
    }

    /** Adds the column of a measured quantity, empty for jobs without measurements. */
    private void add(Quantity quantity) {
        Function<JobRow, @Nullable Long> amount = row -> row.measured(quantity);
        boolean isTime = quantity.unit() == Quantity.Unit.MICROSECONDS;
        String sign = quantity.unit().sign();
        columns.add(quantity.field(), isTime ? Format.ELAPSED : Format.WHOLE, amount::apply)
                .headed(quantity.column());
        if (isTime) {
            columns.shownAs(row -> shown(amount.apply(row), micros -> micros / MICROS));
        } else if (!sign.isEmpty()) {
            long size = (long) quantity.decayedUnit();
            columns.shownAs(row -> shown(amount.apply(row), units -> units / size + sign));
        }
        if (!USUAL.contains(quantity)) {
            columns.unshown();
        }
    }

    private static @Nullable Object shown(@Nullable Long amount, Function<Long, Object> text) {
        return amount == null ? null : text.apply(amount);
    }

    /** Returns exit code and signal in sacct's format. */
    private static @Nullable String exitCode(JobRow row) {
        Integer code = row.ofJob(Job::getExitCode);
        Integer signal = row.ofJob(Job::getSignal);
        return code == null && signal == null ? null : (code == null ? 0 : code) + ":" + (signal == null ? 0 : signal);
    }

    static @Nullable BigDecimal seconds(@Nullable Duration time) {
        return time == null ? null : Unit.shortened(BigDecimal.valueOf(time.toMillis(), MILLIS));
    }
}
