package io.fairstream.query.priority;

import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.JsonException;
import io.fairstream.schemas.PlainJson;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.priority.PriorityStage;
import org.jspecify.annotations.Nullable;

/** Conversion of edits to records, from which the topology reads the same edits. */
public final class EditRecord {
    private EditRecord() {}

    /** Maximum length of a reason, in bytes of UTF-8. */
    public static final int LONGEST_REASON = 1000;

    /**
     * Creates the record of a valid edit.
     *
     * @param reason for people; null for none
     */
    public static AccountEdit of(CustomerEdit edit, @Nullable String reason) {
        try {
            AccountEdit record = PlainJson.read(AccountEdit.class, AvroRecords.json(PriorityStage.ACCOUNT_EDIT, edit));
            return AccountEdit.newBuilder(record).setReason(reason).build();
        } catch (JsonException e) {
            throw new IllegalStateException(edit.toString(), e);
        }
    }
}
