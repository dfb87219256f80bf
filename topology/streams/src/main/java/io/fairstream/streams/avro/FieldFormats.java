package io.fairstream.streams.avro;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.streams.avro.ValueFormats.ValueFormat;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Formats of fields that are common to several records. */
public final class FieldFormats {
    private FieldFormats() {}

    /**
     * Positions of the quantities in records: consecutive fields, named by {@link Quantity} and in its order. Deltas of sessions have CPU
     * time by mode instead of {@link Quantity#CPU_USED}.
     */
    public static final class QuantityFields {
        /** Format of the decayed amounts of all quantities that add up. */
        static final ValueFormat DECAYED = ValueFormat.<Map<Quantity, Double>>of(
                in -> Quantity.SUMS.stream()
                        .collect(Collectors.toMap(quantity -> quantity, quantity -> in.readDouble())),
                (out, decayed) -> Quantity.SUMS.forEach(
                        quantity -> out.writeDouble(Objects.requireNonNull(decayed.get(quantity)))));

        private QuantityFields() {}

        /** Reads the amounts of a row or of a usage of the journal. */
        public static Amounts of(IndexedRecord record) {
            return Amounts.of(quantity -> (Long)
                    record.get(record.getSchema().getField(quantity.field()).pos()));
        }

        public static void write(Amounts amounts, AvroOut out) {
            for (Quantity quantity : Quantity.ALL) {
                out.writeLong(amounts.get(quantity));
            }
        }

        public static Amounts read(AvroIn in) {
            return Amounts.of(quantity -> in.readLong());
        }

        /** Writes an array of all amounts, in their order. */
        public static void writeAll(Amounts amounts, AvroOut out) {
            out.writeLong(Quantity.ALL.size());
            write(amounts, out);
            out.writeLong(0);
        }

        /** Reads an array of all amounts, or of the first ones. */
        public static Amounts readAll(AvroIn in) {
            List<Long> amounts = new ArrayList<>(Quantity.ALL.size());
            in.readBlocks(() -> amounts.add(in.readLong()));
            return Amounts.of(quantity -> quantity.position() < amounts.size() ? amounts.get(quantity.position()) : 0);
        }

        /** Format of the quantities that are fields of a record; the others are 0. */
        static ValueFormat format(Set<Quantity> fields) {
            return ValueFormat.<Amounts>of(
                    in -> Amounts.of(quantity -> fields.contains(quantity) ? in.readLong() : 0),
                    (out, amounts) -> fields.forEach(quantity -> out.writeLong(amounts.get(quantity))));
        }
    }

    /** Mapping between an enum of the rules and the Avro enum of the same names. */
    public static final class Symbols<E extends Enum<E>> {
        private final Map<E, Integer> indexes;
        private final E[] byIndex;

        /** @throws IllegalArgumentException if the names differ */
        @SuppressWarnings("unchecked")
        public Symbols(Class<E> type, Schema schema) {
            indexes = new EnumMap<>(type);
            byIndex = (E[]) schema.getEnumSymbols().stream()
                    .map(symbol -> Enum.valueOf(type, symbol))
                    .toArray(Enum[]::new);
            for (E constant : type.getEnumConstants()) {
                if (!schema.hasEnumSymbol(constant.name())) {
                    throw new IllegalArgumentException(schema.getFullName() + " lacks " + constant);
                }
                indexes.put(constant, schema.getEnumOrdinal(constant.name()));
            }
        }

        public int index(E constant) {
            return Objects.requireNonNull(indexes.get(constant));
        }

        public E at(int index) {
            return byIndex[index];
        }

        public int count() {
            return byIndex.length;
        }
    }

    /** Format of trackable resources: an Avro map. */
    public static final class TresFormat {
        private TresFormat() {}

        public static void write(Tres tres, AvroOut out) {
            if (!tres.isEmpty()) {
                out.writeLong(tres.size());
                tres.forEach((name, amount) -> {
                    out.writeString(name);
                    out.writeLong(amount);
                });
            }
            out.writeLong(0);
        }

        public static Tres read(AvroIn in) {
            TreeMap<String, Long> amounts = new TreeMap<>();
            in.readBlocks(() -> amounts.put(in.readString(), in.readLong()));
            return Tres.of(amounts);
        }
    }
}
