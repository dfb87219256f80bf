package io.fairstream.relations;

/**
 * Type of a column, with the names common to DuckDB and PostgreSQL.
 *
 * @param precision total digits of a decimal; 0 for other kinds
 * @param scale digits after the point of a decimal; 0 for other kinds
 */
public record SqlType(Kind kind, int precision, int scale) {
    public static final SqlType TEXT = of(Kind.TEXT);
    public static final SqlType BIGINT = of(Kind.BIGINT);
    public static final SqlType INTEGER = of(Kind.INTEGER);
    public static final SqlType DOUBLE = of(Kind.DOUBLE);
    public static final SqlType BOOLEAN = of(Kind.BOOLEAN);
    public static final SqlType TIMESTAMPTZ = of(Kind.TIMESTAMPTZ);
    public static final SqlType DATE = of(Kind.DATE);
    public static final SqlType JSON = of(Kind.JSON);

    /** A 64-bit integer has at most 19 digits; 22 digits, up to six of them after the point, also hold a sum of thousands. */
    private static final int LONG_PRECISION = 22;

    /** Kind of values, with the Java class of a cell. */
    public enum Kind {
        /** {@link String}. */
        TEXT,
        /** {@link Long}. */
        BIGINT,
        /** {@link Integer}. */
        INTEGER,
        /** {@link Double}; it may be infinite. */
        DOUBLE,
        /** {@link Boolean}. */
        BOOLEAN,
        /** {@link java.math.BigDecimal} of the type's scale. */
        DECIMAL,
        /** {@link java.time.Instant}, whole milliseconds. */
        TIMESTAMPTZ,
        /** {@link java.time.LocalDate}, of UTC. */
        DATE,
        /** {@link String}: an array or an object as JSON, fields named as in the schema. */
        JSON
    }

    private static SqlType of(Kind kind) {
        return new SqlType(kind, 0, 0);
    }

    /** Returns a decimal for 64-bit integers with this number of digits after the point. */
    static SqlType decimal(int scale) {
        return new SqlType(Kind.DECIMAL, LONG_PRECISION, scale);
    }

    /** Returns the SQL text: {@code DECIMAL(22,6)}. */
    @Override
    public String toString() {
        return kind == Kind.DECIMAL ? "DECIMAL(" + precision + "," + scale + ")" : kind.name();
    }
}
