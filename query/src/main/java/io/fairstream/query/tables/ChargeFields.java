package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Spending;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.SubtreeRateChange;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.WorkCut;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Fields of journal entries, converted to values of the rules, and their view. */
public final class ChargeFields {
    private static final double MICROS = 1e6;

    /** View of the journal with a column for each quantity of any kind of entry. */
    static final View<Charge> CHARGES = new View<>(
            Topics.CHARGES.name(),
            ChargeFields::read,
            Rows::every,
            Rows::every,
            new Columns<Charge>()
                    .text("at", ChargeFields::time)
                    .text("kind", Charge::getKind)
                    .text("account", Charge::getAccount)
                    .text("thing", Charge::getThing)
                    .with(change("resources"))
                    .with(change("weight"))
                    .add("allocated", Format.NUMBER, field("allocated"))
                    .add("reserved", Format.NUMBER, field("reserved"))
                    .add("cpuSeconds", Format.DECIMAL, row -> cpuSeconds(row.getEntry()))
                    .add("gpuSeconds", Format.LARGE, row -> gpuSeconds(row.getEntry()))
                    .add("flops", Format.LARGE, row -> ofWork(row.getEntry(), ChargeFields::flops))
                    .with(change("holdings"))
                    .with(change("booked"))
                    .add("processors", Format.WHOLE, field("processors"))
                    .add("nodes", Format.WHOLE, field("nodes"))
                    .text("since", row -> ChargeFields.first(row, "since", "from"))
                    .text("cause", ChargeFields::cause),
            Comparator.comparing(ChargeFields::time),
            null);

    private ChargeFields() {}

    /** Returns the value of the first of these fields that the kind of entry has, or null. A name means the same in all kinds. */
    static @Nullable Object first(Charge charge, String... names) {
        IndexedRecord entry = (IndexedRecord) charge.getEntry();
        for (String name : names) {
            Schema.Field field = entry.getSchema().getField(name);
            if (field != null) {
                return entry.get(field.pos());
            }
        }
        return null;
    }

    /** Returns the event time of a charge: the end of an interval, the begin of a day, and 1970 for a day that does not exist. */
    public static Instant time(Charge charge) {
        Object time = Objects.requireNonNull(first(charge, "at", "to", "day"));
        return time instanceof Instant at ? at : beginOfDay((String) time);
    }

    private static Instant beginOfDay(String day) {
        try {
            return LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    /** Returns the instant from which all charges of an account are available; null if none was deleted. */
    public static @Nullable Instant completeFrom(TopicReader reader, String account) {
        return reader.isWhole(Topics.CHARGES, account)
                ? null
                : reader.oldestCharge(account).map(ChargeFields::time).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
    }

    /** Returns the change of use of a customer or group; null if another kind of account is charged. */
    public static @Nullable RateChange rateChange(Charge charge) {
        if (charge.getKind() != ChargeKind.CUSTOMER) {
            return null;
        }
        if (charge.getEntry() instanceof io.fairstream.schemas.RateChange change) {
            return new RateChange(
                    false,
                    change.getAt().toEpochMilli(),
                    change.getResources(),
                    change.getWeight(),
                    change.getSince().toEpochMilli());
        }
        return charge.getEntry() instanceof SubtreeRateChange change
                ? new RateChange(
                        true,
                        change.getAt().toEpochMilli(),
                        change.getResources(),
                        change.getWeight(),
                        change.getSince().toEpochMilli())
                : null;
    }

    /** Returns the resources of a job whose allocation began or ended. */
    public static AllocatedResources allocated(HoldingChange entry) {
        return new AllocatedResources(
                entry.getProcessors(),
                entry.getNodes(),
                entry.getGpus(),
                entry.getMemoryMiB(),
                Tres.of(new TreeMap<>(entry.getTres())),
                entry.getPartition(),
                entry.getQos());
    }

    /** Returns the resources of a job. */
    public static AllocatedResources allocated(Job job) {
        return AllocatedResources.reported(
                job.getProcessors(),
                job.getNodes(),
                job.getGpus(),
                job.getMemoryMiB(),
                job.getTres(),
                job.getPartition(),
                job.getQos());
    }

    /** Returns the use of the allocation from its begin to its end: {@link UsageTerms#UNITS} of node-seconds. */
    public static long nodeUnits(HoldingChange entry, UsageTerms terms) {
        return terms.units(
                allocated(entry),
                Duration.between(entry.getSince(), entry.getAt()).toMillis());
    }

    /** Returns the charge of a budget. */
    public static BudgetSpent spent(io.fairstream.schemas.BudgetSpent entry) {
        Spending spent = new Spending(
                entry.getCpuMicros(),
                entry.getGpuMicros(),
                entry.getNodeMicros(),
                entry.getBillingMicros(),
                entry.getEnergyMillijoules());
        return new BudgetSpent(entry.getFrom().toEpochMilli(), entry.getTo().toEpochMilli(), spent);
    }

    /** Returns the accepted work of a host. */
    public static HostUsage work(WorkPart part) {
        return new HostUsage(
                part.getCpuMicros(),
                part.getGpuMicros(),
                part.getCpuMflop(),
                part.getGpuMflop(),
                part.getJobsSucceeded(),
                part.getJobsFailed());
    }

    /** Returns the work of a host that was cut. */
    public static HostUsage cutWork(WorkPart part) {
        WorkCut cut = part.getCut();
        return cut == null
                ? HostUsage.EMPTY
                : new HostUsage(
                        cut.getCpuMicros(),
                        cut.getGpuMicros(),
                        cut.getCpuMflop(),
                        cut.getGpuMflop(),
                        cut.getJobsSucceeded(),
                        cut.getJobsFailed());
    }

    /** Returns the parts of a project, or of one of its apps. */
    public static List<WorkPart> workParts(WorkDone done, String project, String app) {
        return done.getParts().stream()
                .filter(part -> part.getProject().equals(project)
                        && (app.isEmpty() || part.getApp().equals(app)))
                .toList();
    }

    /** Reads charges; for a single account only the valid ones. */
    private static void read(TopicReader reader, @Nullable String account, Consumer<Row<Charge>> to) {
        if (account == null) {
            reader.readAsIs(Topics.CHARGES, null, block -> TopicRecords.unpack(block, to));
        } else {
            reader.readCharges(account, to);
        }
    }

    private static Function<Charge, @Nullable Object> field(String name) {
        return row -> ChargeFields.first(row, name);
    }

    /** Returns a column for a change of an amount. */
    private static Consumer<Columns<Charge>> change(String name) {
        return columns -> columns.add(name, Format.NUMBER, field(name))
                .shownAs(row ->
                        ChargeFields.first(row, name) instanceof Number more ? signed(more.doubleValue()) : null);
    }

    private static @Nullable Object cpuSeconds(Object entry) {
        if (entry instanceof io.fairstream.schemas.BudgetSpent spent) {
            return spent.getCpuMicros() / MICROS;
        }
        if (entry instanceof WorkDone done) {
            return sum(done, WorkPart::getCpuMicros) / MICROS;
        }
        return entry instanceof Usage usage ? (Double) (usage.getCpuTimeUsedMicros() / MICROS) : null;
    }

    private static @Nullable Object ofWork(Object entry, ToDoubleFunction<WorkDone> quantity) {
        return entry instanceof WorkDone done ? (Double) quantity.applyAsDouble(done) : null;
    }

    private static @Nullable Object gpuSeconds(Object entry) {
        return entry instanceof io.fairstream.schemas.BudgetSpent spent
                ? (Double) (spent.getGpuMicros() / MICROS)
                : ofWork(entry, done -> sum(done, WorkPart::getGpuMicros) / MICROS);
    }

    private static double flops(WorkDone done) {
        return (sum(done, WorkPart::getCpuMflop) + sum(done, WorkPart::getGpuMflop)) * MICROS;
    }

    private static double sum(WorkDone done, ToLongFunction<WorkPart> quantity) {
        return done.getParts().stream().mapToDouble(quantity::applyAsLong).sum();
    }

    private static String signed(double change) {
        return (change > 0 ? "+" : "") + Numbers.number(change);
    }

    private static String cause(Charge charge) {
        return charge.getCause().getTopic() + "/" + charge.getCause().getPartition() + "/"
                + charge.getCause().getOffset();
    }
}
