package io.fairstream.query.priority;

import io.fairstream.query.columns.Document;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;

/** Writer of rows as accounting ads like {@code condor_userprio -long}, for scripts that read those. */
final class AccountingAds {
    private static final List<Attribute> ALL = List.of(Attribute.values());

    private AccountingAds() {}

    /** Returns one ad a row, each followed by a blank line. */
    static Document modular(List<Priority> rows) {
        Document document = new Document();
        for (Priority row : rows) {
            add(row, "", document);
            document.say("");
        }
        return document;
    }

    /** Returns a single ad as with {@code -legacy}; the row's number is appended to each name. */
    static Document legacy(List<Priority> rows, Instant at) {
        Document document = new Document().say(Attribute.LAST_UPDATE.ad() + " = " + at.getEpochSecond());
        for (int i = 0; i < rows.size(); i++) {
            add(rows.get(i), Integer.toString(i + 1), document);
        }
        return document.say("NumSubmittors = " + rows.size());
    }

    private static void add(Priority row, String number, Document document) {
        for (Attribute attribute : ALL) {
            boolean isOfAll = attribute == Attribute.LAST_UPDATE && !number.isEmpty();
            if (!isOfAll && attribute.of(row) != null) {
                document.say(attribute.ad() + number + " = " + attribute.literal(row));
            }
        }
    }
}
