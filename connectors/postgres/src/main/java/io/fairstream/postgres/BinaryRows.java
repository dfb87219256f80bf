package io.fairstream.postgres;

import io.fairstream.relations.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the binary format of PostgreSQL's COPY, in which each number is what it is and not a text to be parsed; sections "Binary Format"
 * of COPY in its manual, and its {@code src/backend/utils/adt/*.c} for what each type sends.
 */
final class BinaryRows {
    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final int NULL = -1;
    private static final int END = -1;

    /** 2000-01-01 UTC, from which PostgreSQL counts. */
    private static final long EPOCH_SECOND = 946_684_800L;

    private static final long EPOCH_DAY = 10_957;
    private static final long MICROS = 1_000_000;

    /** Times that PostgreSQL takes: from 4713 BC to the year 294276; outside is infinity. */
    private static final Instant FIRST = Instant.parse("-4712-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("+294276-12-31T23:59:59.999Z");

    private static final LocalDate FIRST_DATE = LocalDate.of(-4712, 1, 1);
    private static final LocalDate LAST_DATE = LocalDate.of(294_276, 12, 31);

    private static final BigInteger DIGIT_BASE = BigInteger.valueOf(10_000);
    private static final int DIGITS = 4;
    private static final int NEGATIVE = 0x4000;

    private byte[] bytes = new byte[1 << 16];
    private int size;

    BinaryRows() {
        put(HEADER);
    }

    /** Begins a row of so many cells. */
    void row(int cells) {
        putShort(cells);
    }

    /** The next cell. */
    void cell(SqlType type, @Nullable Object value) {
        if (value == null) {
            putInt(NULL);
            return;
        }
        switch (type.kind()) {
            case TEXT -> putText(stored((String) value));
            case JSON -> putText((String) value);
            case BIGINT -> {
                putInt(Long.BYTES);
                putLong((Long) value);
            }
            case INTEGER -> {
                putInt(Integer.BYTES);
                putInt((Integer) value);
            }
            case DOUBLE -> {
                putInt(Double.BYTES);
                putLong(Double.doubleToLongBits((Double) value));
            }
            case BOOLEAN -> {
                putInt(1);
                putByte((Boolean) value ? 1 : 0);
            }
            case TIMESTAMPTZ -> {
                putInt(Long.BYTES);
                putLong(micros((Instant) value));
            }
            case DATE -> {
                putInt(Integer.BYTES);
                putInt(days((LocalDate) value));
            }
            case DECIMAL -> putDecimal((BigDecimal) value);
        }
    }

    /** A text as it can be stored: PostgreSQL has no character 0, and U+FFFD stands in its place. */
    static String stored(String text) {
        return text.indexOf('\0') < 0 ? text : text.replace('\0', '\ufffd');
    }

    static long micros(Instant at) {
        if (at.isBefore(FIRST)) {
            return Long.MIN_VALUE;
        }
        return at.isAfter(LAST) ? Long.MAX_VALUE : (at.getEpochSecond() - EPOCH_SECOND) * MICROS + at.getNano() / 1000;
    }

    private static int days(LocalDate day) {
        if (day.isBefore(FIRST_DATE)) {
            return Integer.MIN_VALUE;
        }
        return day.isAfter(LAST_DATE) ? Integer.MAX_VALUE : (int) (day.toEpochDay() - EPOCH_DAY);
    }

    private void putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        putInt(utf8.length);
        put(utf8);
    }

    /** Digits of base 10,000, the weight of the first, sign, and how many decimal digits are shown behind the point. */
    private void putDecimal(BigDecimal value) {
        int fraction = (value.scale() + DIGITS - 1) / DIGITS;
        BigInteger left = value.setScale(fraction * DIGITS).unscaledValue().abs();
        short[] reversed = new short[DIGITS * 4];
        int count = 0;
        while (left.signum() != 0) {
            BigInteger[] parts = left.divideAndRemainder(DIGIT_BASE);
            reversed[count++] = parts[1].shortValue();
            left = parts[0];
        }
        putInt(4 * Short.BYTES + count * Short.BYTES);
        putShort(count);
        putShort(count - fraction - 1);
        putShort(value.signum() < 0 ? NEGATIVE : 0);
        putShort(value.scale());
        for (int i = count - 1; i >= 0; i--) {
            putShort(reversed[i]);
        }
    }

    /** Ends the rows. */
    void end() {
        putShort(END);
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    private void put(byte[] more) {
        need(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    private void putByte(int value) {
        need(1);
        bytes[size++] = (byte) value;
    }

    private void putShort(int value) {
        need(Short.BYTES);
        bytes[size++] = (byte) (value >>> 8);
        bytes[size++] = (byte) value;
    }

    private void putInt(int value) {
        need(Integer.BYTES);
        for (int shift = Integer.SIZE - 8; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    private void putLong(long value) {
        need(Long.BYTES);
        for (int shift = Long.SIZE - 8; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    private void need(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }
}
