package io.fairstream.cli.shares;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.priority.Customers;
import io.fairstream.query.priority.EditText;
import io.fairstream.query.priority.History;
import io.fairstream.query.priority.UserPriorities;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Position;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes an edit: checks it against the rows, sends it, waits for the outcome, and reports it.
 *
 * @param now time at which the new row is shown
 */
record Editing(TopicReader reader, EditOptions options, Instant now, Consumer<Document> print) {

    void make(Edit edit, Edit.Circumstances when) throws InterruptedException {
        List<Priority> rows = reader.latest(Topics.PRIORITIES);
        if (edit.customer() == null) {
            makeForAll(edit, when, rows);
        } else {
            makeForOne(edit, when, customer(edit, edit.customer(), when, rows));
        }
    }

    /** Returns the customer's name as in its row; throws a failure if the edit cannot apply to it. */
    private String customer(Edit edit, String name, Edit.Circumstances when, List<Priority> rows) {
        Optional<Priority> row = Customers.exactly(name, rows);
        if (row.isEmpty()) {
            if (options.isNew()) {
                return name;
            }
            String near =
                    Customers.near(name, rows).map(other -> "such as " + other).orElse("one of priorities");
            String otherwise = edit.kind().canBeFirst() ? ", or --new for a new user" : "";
            throw new Failure(name + ": no such customer or group (expected: " + near + otherwise + ")");
        }
        String objection = edit.objection(evaluated(row.get(), when.at()), options.force());
        if (objection != null) {
            throw new Failure(objection);
        }
        return row.get().getCustomer();
    }

    /** Evaluates the row at that time, or at the row's own time if that is later, since an edit may lie in the past. */
    private static Priority evaluated(Priority row, Instant at) {
        return PriorityAt.evaluate(row, at.isBefore(row.getAsOf()) ? row.getAsOf() : at);
    }

    private static AccountEdit record(Edit edit, String customer, Edit.Circumstances when) {
        try {
            return edit.record(customer, when);
        } catch (IllegalArgumentException e) {
            throw new Failure(edit.kind().option() + ": " + e.getMessage(), e);
        }
    }

    private void makeForOne(Edit edit, Edit.Circumstances when, String customer) throws InterruptedException {
        AccountEdit record = record(edit, customer, when);
        SentDecisions sent = SentDecisions.send(reader, Topics.ACCOUNT_EDITS, Map.of(customer, record));
        Position position = sent.positions().iterator().next();
        if (options.patience().isZero()) {
            report(record, position, false, Optional.empty());
            return;
        }
        for (Rejection rejection : sent.await(options.patience())) {
            throw new Failure(edit.kind().option() + ": refused as " + rejection.getReason() + ": "
                    + rejection.getDetail() + ", customer " + customer);
        }
        report(record, position, true, reader.latest(Topics.PRIORITIES, customer));
    }

    private void report(AccountEdit edit, Position position, boolean taken, Optional<Priority> row) {
        Priority then = row.map(it -> evaluated(it, now)).orElse(null);
        String json = History.json(edit, position, taken, then);
        Document document = new Document()
                .say(edit.getCustomer() + ": " + EditText.of(edit) + " by " + edit.getBy() + (taken ? "" : ", sent"));
        if (then != null) {
            document.with(UserPriorities.row(then, json));
        } else {
            document.with(new Columns<AccountEdit>()
                    .text("customer", AccountEdit::getCustomer)
                    .unshown()
                    .report(List.of(edit))
                    .withRecords(it -> json));
        }
        print.accept(document);
    }

    private void makeForAll(Edit edit, Edit.Circumstances when, List<Priority> rows) throws InterruptedException {
        Map<String, AccountEdit> records = new LinkedHashMap<>();
        rows.forEach(row -> records.put(row.getCustomer(), record(edit, row.getCustomer(), when)));
        SentDecisions sent = SentDecisions.send(reader, Topics.ACCOUNT_EDITS, records);
        int refused = sent.await(options.patience()).size();
        boolean isTaken = !options.patience().isZero();
        int accepted = records.size() - refused;
        print.accept(new Document()
                .say(String.format(Locale.ROOT, "%,d customers: reset%s", accepted, isTaken ? "" : ", sent"))
                .with(sums(records.size(), isTaken, refused)));
        if (refused > 0) {
            throw new Failure(String.format(
                    "%s: %,d of %,d rejected ('table rejections' has the reasons)",
                    edit.kind().option(), refused, records.size()));
        }
    }

    private static Report<?> sums(int sent, boolean isTaken, int refused) {
        return new Columns<Integer>()
                .number("sent", all -> sent)
                .text("taken", all -> isTaken)
                .number("refused", all -> refused)
                .report(List.of(1))
                .forPrograms();
    }
}
