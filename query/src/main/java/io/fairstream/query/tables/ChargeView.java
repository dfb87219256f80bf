package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** View of the journal with a column for each quantity of any kind of entry. */
final class ChargeView {
    private static final double MICROS = 1e6;

    /** Reads charges; for a single account only the valid ones. */
    private static void read(TopicReader reader, @Nullable String account, Consumer<Row<Charge>> to) {
        if (account == null) {
            reader.readAsIs(Topics.CHARGES, null, block -> TopicRecords.unpack(block, to));
        } else {
            reader.readCharges(account, to);
        }
    }

    static final View<Charge> CHARGES = new View<>(
            Topics.CHARGES.name(),
            ChargeView::read,
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
                    .add("gpuSeconds", Format.LARGE, row -> ofWork(row.getEntry(), ChargeView::gpuSeconds))
                    .add("flops", Format.LARGE, row -> ofWork(row.getEntry(), ChargeView::flops))
                    .with(change("holdings"))
                    .with(change("booked"))
                    .add("processors", Format.WHOLE, field("processors"))
                    .add("nodes", Format.WHOLE, field("nodes"))
                    .text("since", row -> ChargeFields.first(row, "since", "from"))
                    .text("cause", ChargeView::cause),
            Comparator.comparing(ChargeFields::time),
            null);

    private ChargeView() {}

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

    private static String signed(double change) {
        return (change > 0 ? "+" : "") + Numbers.number(change);
    }

    private static String cause(Charge charge) {
        return charge.getCause().getTopic() + "/" + charge.getCause().getPartition() + "/"
                + charge.getCause().getOffset();
    }
}
