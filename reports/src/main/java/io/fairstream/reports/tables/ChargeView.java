package io.fairstream.reports.tables;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Format;
import io.fairstream.reports.columns.Numbers;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.JobStatement;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SubtreeRateChange;
import io.fairstream.schemas.SubtreeUsage;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The journal with a column for each quantity that some kind of entry has. */
final class ChargeView {
    private static final double MICROS = 1e6;

    static final View<Charge> CHARGES = new View<>(
            Topics.CHARGES.name(),
            TopicReader::readCharges,
            Rows::every,
            Rows::every,
            new Columns<Charge>()
                    .text("at", ChargeTime::of)
                    .text("kind", Charge::getKind)
                    .text("account", Charge::getAccount)
                    .text("thing", Charge::getThing)
                    .number("resources", row -> resources(row.getEntry()))
                    .shownAs(row -> signed(resources(row.getEntry())))
                    .number("weight", row -> weight(row.getEntry()))
                    .shownAs(row -> signed(weight(row.getEntry())))
                    .number("allocated", allocation(AllocationChange::getAllocated, JobStatement::getAllocated))
                    .number("reserved", allocation(AllocationChange::getReserved, JobStatement::getReserved))
                    .add("cpuSeconds", Format.DECIMAL, row -> cpuSeconds(row.getEntry()))
                    .add("gpuSeconds", Format.LARGE, row -> ofWork(row.getEntry(), ChargeView::gpuSeconds))
                    .add("flops", Format.LARGE, row -> ofWork(row.getEntry(), ChargeView::flops))
                    .number("holdings", row -> holdings(row.getEntry()))
                    .shownAs(row -> signed(holdings(row.getEntry())))
                    .number("booked", row -> ofHolding(row.getEntry(), HoldingChange::getBooked))
                    .shownAs(row -> signed(ofHolding(row.getEntry(), HoldingChange::getBooked)))
                    .add("processors", Format.WHOLE, row -> ofHolding(row.getEntry(), HoldingChange::getProcessors))
                    .add("nodes", Format.WHOLE, row -> ofHolding(row.getEntry(), HoldingChange::getNodes))
                    .text("since", row -> since(row.getEntry()))
                    .text("cause", ChargeView::cause),
            Comparator.comparing(ChargeTime::of),
            null);

    private ChargeView() {}

    private static @Nullable Number resources(Object entry) {
        if (entry instanceof RateChange rate) {
            return rate.getResources();
        }
        return entry instanceof SubtreeRateChange rate ? rate.getResources() : null;
    }

    private static @Nullable Number weight(Object entry) {
        if (entry instanceof RateChange rate) {
            return rate.getWeight();
        }
        if (entry instanceof SubtreeUsage usage) {
            return usage.getWeight();
        }
        return entry instanceof SubtreeRateChange rate ? rate.getWeight() : null;
    }

    private static @Nullable Number holdings(Object entry) {
        return entry instanceof SubtreeUsage usage ? usage.getHoldings() : ofHolding(entry, HoldingChange::getHoldings);
    }

    private static @Nullable Number ofHolding(Object entry, Function<HoldingChange, @Nullable Integer> number) {
        return entry instanceof HoldingChange holding ? number.apply(holding) : null;
    }

    private static Function<Charge, @Nullable Number> allocation(
            Function<AllocationChange, Integer> ofChange, Function<JobStatement, Integer> ofStatement) {
        return row -> {
            if (row.getEntry() instanceof AllocationChange change) {
                return ofChange.apply(change);
            }
            return row.getEntry() instanceof JobStatement said ? ofStatement.apply(said) : null;
        };
    }

    private static @Nullable Object cpuSeconds(Object entry) {
        if (entry instanceof WorkDone done) {
            return sum(done, WorkPart::getCpuMicros) / MICROS;
        }
        return entry instanceof Usage usage ? (Double) (usage.getCpuTimeUsedMicros() / MICROS) : null;
    }

    private static @Nullable Object ofWork(Object entry, ToDoubleFunction<WorkDone> quantity) {
        return entry instanceof WorkDone done ? (Double) quantity.applyAsDouble(done) : null;
    }

    private static double gpuSeconds(WorkDone done) {
        return sum(done, WorkPart::getGpuMicros) / MICROS;
    }

    private static double flops(WorkDone done) {
        return (sum(done, WorkPart::getCpuMflop) + sum(done, WorkPart::getGpuMflop)) * MICROS;
    }

    private static double sum(WorkDone done, ToLongFunction<WorkPart> quantity) {
        return done.getParts().stream().mapToDouble(quantity::applyAsLong).sum();
    }

    private static @Nullable Object since(Object entry) {
        if (entry instanceof RateChange rate) {
            return rate.getSince();
        }
        if (entry instanceof SubtreeRateChange rate) {
            return rate.getSince();
        }
        if (entry instanceof HoldingChange holding) {
            return holding.getSince();
        }
        if (entry instanceof WorkDone done) {
            return done.getFrom();
        }
        return entry instanceof Usage usage ? usage.getFrom() : null;
    }

    private static @Nullable String signed(@Nullable Number change) {
        if (change == null) {
            return null;
        }
        return (change.doubleValue() > 0 ? "+" : "") + Numbers.number(change.doubleValue());
    }

    private static String cause(Charge charge) {
        return charge.getCause().getTopic() + "/" + charge.getCause().getPartition() + "/"
                + charge.getCause().getOffset();
    }
}
