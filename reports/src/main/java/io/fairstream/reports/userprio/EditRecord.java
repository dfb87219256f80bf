package io.fairstream.reports.userprio;

import io.fairstream.rules.account.CustomerEdit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.json.JsonProblem;
import io.fairstream.schemas.json.PlainJson;
import io.fairstream.streams.wire.AccountEditWire;
import io.fairstream.streams.wire.JsonDump;

/** Edits of accounts as the records that are sent: what the topology reads of them is the edit again. */
public final class EditRecord {
    private EditRecord() {}

    /** The record of an edit that is not refused. */
    public static AccountEdit of(CustomerEdit edit) {
        try {
            return PlainJson.read(AccountEdit.class, JsonDump.json(new AccountEditWire(), edit));
        } catch (JsonProblem e) {
            throw new IllegalStateException(edit.toString(), e);
        }
    }
}
