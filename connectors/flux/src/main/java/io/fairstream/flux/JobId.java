package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import java.math.BigInteger;

/**
 * Job ids (RFC 19): 64 bits without sign, written in decimal, in base 58 after {@code ƒ} or {@code f}, as {@code 0x…} or as
 * {@code 0017.e9fb.8df1.6c2e}, the latter also after {@code job.}.
 */
public final class JobId {
    private static final String F58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private static final String EXPECTED =
            "a job id such as 6731191091817518, ƒuZZybuNNy, 0x17e9fb8df16c2e or 0017.e9fb.8df1.6c2e";
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);
    /** Id in the journal that marks the end of past events. */
    private static final BigInteger ANY = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private JobId() {}

    /** Parses an id in any of the formats. */
    public static long parse(String text) throws MalformedException {
        return fitted(number(text.strip()));
    }

    static long of(JsonNode json) throws MalformedException {
        if (json.isTextual()) {
            return parse(json.textValue());
        }
        if (!json.isIntegralNumber()) {
            throw json.isMissingNode()
                    ? new MalformedException("id: missing")
                    : new MalformedException("id", json, EXPECTED);
        }
        return fitted(json.bigIntegerValue());
    }

    /** Returns true if the id means no job. */
    static boolean isNone(JsonNode json) {
        return json.isIntegralNumber()
                && (json.bigIntegerValue().equals(ANY) || json.bigIntegerValue().equals(BigInteger.ONE.negate()));
    }

    private static BigInteger number(String text) throws MalformedException {
        String id = text.startsWith("job.") ? text.substring(4) : text;
        if (id.matches("\\d{1,20}")) {
            return new BigInteger(id);
        }
        if (id.matches("[ƒf][" + F58 + "]{1,12}")) {
            return id.substring(1)
                    .chars()
                    .mapToObj(digit -> BigInteger.valueOf(F58.indexOf(digit)))
                    .reduce(
                            BigInteger.ZERO,
                            (sum, digit) -> sum.multiply(BigInteger.valueOf(F58.length()))
                                    .add(digit));
        }
        if (id.matches("0x[0-9a-fA-F]{1,16}")) {
            return new BigInteger(id.substring(2), 16);
        }
        if (id.matches("[0-9a-fA-F]{4}(\\.[0-9a-fA-F]{4}){3}")) {
            return new BigInteger(id.replace(".", ""), 16);
        }
        throw new MalformedException("id", text, EXPECTED);
    }

    private static long fitted(BigInteger id) throws MalformedException {
        if (id.signum() <= 0 || id.compareTo(LARGEST) > 0) {
            throw new MalformedException(Outcome.NO_NUMBER, "id: " + id + " (expected: 1 to " + LARGEST + ")");
        }
        return id.longValueExact();
    }
}
