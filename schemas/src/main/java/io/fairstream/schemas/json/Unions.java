package io.fairstream.schemas.json;

import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The two meanings a union can have: a value that may be absent, and a choice between records. */
final class Unions {
    private Unions() {}

    /** The schema of the value when the union is null or that one type; null when it is a choice between records. */
    static @Nullable Schema nullable(Schema union) {
        List<Schema> values = choices(union);
        return union.isNullable() && values.size() == 1 ? values.get(0) : null;
    }

    static List<Schema> choices(Schema union) {
        return union.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .toList();
    }
}
