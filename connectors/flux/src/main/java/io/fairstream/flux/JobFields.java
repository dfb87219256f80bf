package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.BankTree.BankPath;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import io.fairstream.schemas.JobEvent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Job fields common to listings and eventlogs, in the terms of job events. */
final class JobFields {
    /** The end of the year 9999, seconds since 1970. */
    private static final BigDecimal LATEST = BigDecimal.valueOf(253_402_300_799L);

    /** Maximum number of decimals; Flux writes microseconds, and some releases the exact value of a double. */
    private static final int MAX_DIGITS = 40;

    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    private static final BigDecimal MINUTE = BigDecimal.valueOf(60);

    private JobFields() {}

    /**
     * Returns the groups of a job. Flux has no groups of users; its accounting grants queues to a user in a bank, so
     * that the bank is used as the group.
     *
     * @param bank flux's name of it; empty for none
     */
    static List<String> groups(String bank) {
        return List.of(bank.isEmpty() ? "unknown-group" : bank);
    }

    /** Sets the bank and the fields derived from it. */
    static void setBank(JobEvent.Builder about, String bank) {
        about.setBank(BankPath.of(bank)).setGroups(groups(bank));
    }

    /** Returns the name, or the number if the name is unknown, like Flux. */
    static String user(String name, @Nullable Long number) {
        return name.isEmpty() && number != null ? number.toString() : name;
    }

    /** Returns minutes, rounded up; null for no limit. */
    static @Nullable Long minutes(@Nullable BigDecimal seconds) {
        return seconds == null
                ? null
                : (Long) seconds.divide(MINUTE, 0, RoundingMode.CEILING).longValueExact();
    }

    static void setResources(JobEvent.Builder about, ResourceSet resources) throws MalformedException {
        about.setNodes(resources.nodes())
                .setProcessors(resources.cores())
                .setGpus(resources.gpus())
                .setNodeList(resources.nodeList());
    }

    /** Returns seconds since 1970, rounded down to the millisecond; null if unknown. */
    static @Nullable Instant time(JsonFields fields, String name) throws MalformedException {
        BigDecimal seconds = seconds(fields, name);
        return seconds == null
                ? null
                : Instant.ofEpochMilli(
                        seconds.multiply(MILLIS).setScale(0, RoundingMode.FLOOR).longValueExact());
    }

    /** Returns a duration, or a time since 1970, in seconds as Flux writes them; null if it is unknown or 0. */
    static @Nullable BigDecimal seconds(JsonFields fields, String name) throws MalformedException {
        if (!fields.has(name)) {
            return null;
        }
        JsonNode value = fields.json().path(name);
        if (!value.isNumber()
                || value.decimalValue().scale() > MAX_DIGITS
                || value.decimalValue().signum() < 0
                || value.decimalValue().compareTo(LATEST) > 0) {
            throw new MalformedException(name, value, "seconds, 0 to " + LATEST);
        }
        return value.decimalValue().signum() == 0 ? null : value.decimalValue();
    }
}
