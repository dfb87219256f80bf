package io.fairstream.streams.avro;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;

/** A closed set of the rules beside the enum of the same names in a schema. */
public final class Symbols<E extends Enum<E>> {
    private final Map<E, Integer> indexes;
    private final E[] byIndex;

    /**
     * @throws IllegalArgumentException if the names differ
     */
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
