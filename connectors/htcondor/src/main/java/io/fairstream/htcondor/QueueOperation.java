package io.fairstream.htcondor;

import io.fairstream.reading.MalformedException;
import java.util.Map;

/**
 * One line of the job queue log.
 *
 * @param kind kind of operation
 * @param key of the affected ad; empty for none
 * @param name of the attribute; empty for none
 * @param value of the attribute as it is written; empty for none
 */
record QueueOperation(Kind kind, String key, String name, String value) {
    /** Kind of operation in a line. */
    enum Kind {
        NEW_AD(2),
        DESTROY_AD(2),
        SET_ATTRIBUTE(4),
        DELETE_ATTRIBUTE(3),
        BEGIN_TRANSACTION(1),
        END_TRANSACTION(1),
        SEQUENCE_NUMBER(1);

        /** Minimum number of columns. */
        private final int columns;

        Kind(int columns) {
            this.columns = columns;
        }
    }

    private static final Map<String, Kind> CODES = Map.of(
            "101", Kind.NEW_AD,
            "102", Kind.DESTROY_AD,
            "103", Kind.SET_ATTRIBUTE,
            "104", Kind.DELETE_ATTRIBUTE,
            "105", Kind.BEGIN_TRANSACTION,
            "106", Kind.END_TRANSACTION,
            "107", Kind.SEQUENCE_NUMBER);

    static QueueOperation of(String line) throws MalformedException {
        String[] columns = line.strip().split(" ", 4);
        Kind kind = CODES.get(columns[0]);
        if (kind == null) {
            throw new MalformedException("not an operation (expected: 101 to 107)");
        }
        if (columns.length < kind.columns) {
            throw new MalformedException(columns.length + " columns (expected: " + kind.columns + ")");
        }
        return new QueueOperation(kind, column(columns, 1), column(columns, 2), column(columns, 3));
    }

    private static String column(String[] columns, int index) {
        return index < columns.length ? columns[index].strip() : "";
    }
}
