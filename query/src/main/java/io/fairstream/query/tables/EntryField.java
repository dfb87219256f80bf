package io.fairstream.query.tables;

import io.fairstream.schemas.Charge;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Field of a journal entry by its name, which has the same meaning in every kind of entry. */
final class EntryField {
    private EntryField() {}

    /** Returns the value of the first of these fields that the kind of entry has; null if it has none of them. */
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
}
