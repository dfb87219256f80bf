package io.fairstream.reports.userprio;

import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.json.JsonException;
import io.fairstream.schemas.json.PlainJson;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.priority.PriorityStage;
import org.jspecify.annotations.Nullable;

/** Edits of accounts as the records that are sent: what the topology reads of them is the edit again. */
public final class EditRecord {
    private EditRecord() {}

    /** The longest reason, in bytes of UTF-8. */
    public static final int LONGEST_REASON = 1000;

    /**
     * The record of an edit that is not refused.
     *
     * @param reason the reason, for people; null for none
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
