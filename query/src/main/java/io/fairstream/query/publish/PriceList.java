package io.fairstream.query.publish;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * List of prices of units, by begin and customer.
 *
 * <pre>
 *   currency = EUR
 *   provider = Example Computing Centre
 *   cpu-hour = 0.02 from 2026-01-01
 *   cpu-hour = 0.01 from 2026-01-01 partition debug
 *   gpu-hour = 1.20 from 2026-03-01 account root/physics
 * </pre>
 *
 * A line with the deepest account takes precedence, then one with a partition, then the latest. Lines that begin with # are ignored.
 *
 * @param currency of three letters, from ISO 4217
 * @param provider name of the biller
 * @param billingAccount billed account; the provider by default
 */
public record PriceList(String currency, String provider, String billingAccount, List<Price> prices) {
    private static final int MAX_DECIMALS = 12;
    private static final int MAX_DIGITS = 24;

    /**
     * A line.
     *
     * @param from first UTC day of the price
     * @param partition null for any
     * @param account path or name of a bank; null for any
     */
    record Price(
            PriceUnit unit,
            BigDecimal price,
            LocalDate from,
            @Nullable String partition,
            @Nullable String account) {
        /** Returns the identifier of the price. */
        String id() {
            return unit.word()
                    + (account == null ? "" : "/account=" + account)
                    + (partition == null ? "" : "/partition=" + partition)
                    + "/" + from;
        }

        private boolean isOf(PriceUnit what, LocalDate day, String bank, String inPartition) {
            return unit == what
                    && !day.isBefore(from)
                    && (partition == null || partition.equals(inPartition))
                    && (account == null || isIn(bank, account));
        }

        private static boolean isIn(String bank, String account) {
            return account.indexOf('/') < 0
                    ? Arrays.asList(bank.split("/", -1)).contains(account)
                    : (bank + "/").startsWith(account + "/");
        }

        private int depth() {
            return account == null ? 0 : account.split("/", -1).length;
        }
    }

    private static final Comparator<Price> CLOSER = Comparator.comparing(Price::depth)
            .thenComparing(price -> price.partition() != null)
            .thenComparing(Price::from);

    public PriceList {
        prices = List.copyOf(prices);
    }

    /** Returns the price of a unit on a day in a partition for a bank; empty for no price. */
    Optional<Price> price(PriceUnit unit, LocalDate day, String bank, String partition) {
        return prices.stream()
                .filter(price -> price.isOf(unit, day, bank, partition))
                .max(CLOSER);
    }

    /**
     * Parses a list.
     *
     * @param name of the file, for error messages
     * @throws IllegalArgumentException if a line is invalid or missing
     */
    public static PriceList parse(String name, List<String> lines) {
        Reading reading = new Reading();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                try {
                    reading.add(line);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(name + ":" + (i + 1) + ": " + e.getMessage(), e);
                }
            }
        }
        return reading.list(name);
    }

    /** Values of the lines read so far. Mutable. */
    private static final class Reading {
        private final List<Price> prices = new ArrayList<>();
        private final Set<String> seen = new HashSet<>();
        private @Nullable String currency;
        private @Nullable String provider;
        private @Nullable String billingAccount;

        void add(String line) {
            int equals = line.indexOf('=');
            String key = equals < 0 ? "" : line.substring(0, equals).strip();
            String value = equals < 0 ? "" : line.substring(equals + 1).strip();
            if (value.isEmpty()) {
                throw new IllegalArgumentException("\"" + line + "\" (expected: key = value)");
            }
            switch (key) {
                case "currency" -> {
                    once(key);
                    if (!value.matches("[A-Z]{3}")) {
                        throw new IllegalArgumentException(
                                "currency: " + value + " (expected: three letters, such as EUR)");
                    }
                    currency = value;
                }
                case "provider" -> {
                    once(key);
                    provider = value;
                }
                case "billing-account" -> {
                    once(key);
                    billingAccount = value;
                }
                default -> add(price(key, value));
            }
        }

        private void once(String key) {
            if (!seen.add(key)) {
                throw new IllegalArgumentException(key + ": duplicate (expected: once)");
            }
        }

        private void add(Price price) {
            once(price.id());
            prices.add(price);
        }

        private static Price price(String key, String value) {
            PriceUnit unit = Arrays.stream(PriceUnit.values())
                    .filter(each -> each.word().equals(key))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("\"" + key + "\" (expected: " + PriceUnit.words()
                            + ", currency, provider or billing-account)"));
            List<String> words = List.of(value.split("\\s+", -1));
            boolean isWhole =
                    words.size() % 2 == 1 && words.size() >= 3 && words.get(1).equals("from");
            if (!isWhole) {
                throw new IllegalArgumentException(
                        key + ": \"" + value + "\" (expected: PRICE from DAY, then partition NAME or account PATH)");
            }
            @Nullable String partition = null;
            @Nullable String account = null;
            for (int i = 3; i < words.size(); i += 2) {
                boolean isPartition = words.get(i).equals("partition") && partition == null;
                if (isPartition) {
                    partition = words.get(i + 1);
                } else if (words.get(i).equals("account") && account == null) {
                    account = words.get(i + 1);
                } else {
                    throw new IllegalArgumentException(
                            key + ": \"" + words.get(i) + "\" (expected: partition or account, each once)");
                }
            }
            return new Price(unit, amount(key, words.get(0)), day(key, words.get(2)), partition, account);
        }

        private static BigDecimal amount(String key, String text) {
            if (!text.matches("\\d{1,12}([.]\\d{1,12})?")) {
                throw new IllegalArgumentException(key + ": " + text + " (expected: a price such as 0.02, at most "
                        + MAX_DECIMALS + " decimals, at most " + MAX_DIGITS + " digits)");
            }
            return new BigDecimal(text);
        }

        private static LocalDate day(String key, String text) {
            try {
                return LocalDate.parse(text);
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(key + ": from " + text + " (expected: a day such as 2026-01-01)", e);
            }
        }

        PriceList list(String name) {
            if (currency == null || provider == null || prices.isEmpty()) {
                String missing = currency == null ? "currency" : provider == null ? "provider" : "price";
                throw new IllegalArgumentException(name + ": no " + missing
                        + " (expected: lines with currency, provider, and a price of " + PriceUnit.words() + ")");
            }
            String billed = billingAccount == null ? provider : billingAccount;
            return new PriceList(Objects.requireNonNull(currency), Objects.requireNonNull(provider), billed, prices);
        }
    }
}
