package io.fairstream.reports.userprio;

import io.fairstream.reports.columns.Document;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;

/** Rows as {@code condor_userprio -long} prints accounting ads, for scripts that read those. */
final class AccountingAds {
    private static final List<Attribute> ALL = List.of(Attribute.values());

    private AccountingAds() {}

    /** A blank line after each. */
    static Document modular(List<Priority> rows) {
        Document document = new Document();
        for (Priority row : rows) {
            add(row, "", document);
            document.say("");
        }
        return document;
    }

    /** As with {@code -legacy}: one ad of all, names with the row's number behind. */
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
