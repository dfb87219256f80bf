package io.fairstream.query.usage;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Amounts of users in banks, summed by user, by bank, or up the tree of banks. Mutable. */
public final class PayerLines {
    private final int width;
    private final Map<Payer, List<BigDecimal>> associations = new HashMap<>();

    /** Subject of a line. */
    public enum By {
        USER,
        BANK,
        ASSOCIATION
    }

    /**
     * Payer of a charge.
     *
     * @param bank its path; null for all banks
     * @param user null for all users
     */
    record Payer(@Nullable String bank, @Nullable String user) {
        private static final Comparator<@Nullable String> NAMES = Comparator.nullsFirst(Comparator.naturalOrder());
        private static final Comparator<Payer> BY_NAME =
                Comparator.comparing(Payer::bank, NAMES).thenComparing(Payer::user, NAMES);

        private Payer by(By by) {
            return switch (by) {
                case USER -> new Payer(null, user);
                case BANK -> new Payer(bank, null);
                case ASSOCIATION -> this;
            };
        }
    }

    /**
     * Amounts of one payer.
     *
     * @param depth in the tree, 0 for its top, or without a tree
     * @param amounts the first is the sort key
     */
    record Line(@Nullable String bank, @Nullable String user, int depth, List<BigDecimal> amounts) {
        BigDecimal amount() {
            return amounts.get(0);
        }

        /** Returns true if the line is the sum of all lines. */
        boolean isTotal() {
            return bank == null && user == null;
        }
    }

    private final class Bank {
        private final Map<String, Bank> below = new TreeMap<>();
        private final Map<String, List<BigDecimal>> users = new TreeMap<>();
        private List<BigDecimal> amounts = zeros();
    }

    /**
     * Creates lines without payers.
     *
     * @param width number of amounts of each line, 1 or more
     */
    PayerLines(int width) {
        this.width = width;
    }

    void add(String bank, String user, List<BigDecimal> amounts) {
        associations.merge(new Payer(bank, user), amounts, PayerLines::sum);
    }

    /** Returns the sum of all lines. */
    Line total() {
        return new Line(null, null, 0, associations.values().stream().reduce(zeros(), PayerLines::sum));
    }

    /** Returns the lines, the largest first, without those of 0. */
    List<Line> lines(By by) {
        Map<Payer, List<BigDecimal>> sums = new HashMap<>();
        associations.forEach((payer, amounts) -> sums.merge(payer.by(by), amounts, PayerLines::sum));
        return sums.entrySet().stream()
                .filter(payer -> isSomething(payer.getValue()))
                .sorted(Comparator.comparing((Map.Entry<Payer, List<BigDecimal>> payer) ->
                                payer.getValue().get(0))
                        .reversed()
                        .thenComparing(Map.Entry::getKey, Payer.BY_NAME))
                .map(payer -> new Line(payer.getKey().bank, payer.getKey().user, 0, payer.getValue()))
                .toList();
    }

    /**
     * Returns each bank with the sum of its descendants, followed by the banks below it, by name.
     *
     * @param withUsers whether the users of a bank follow it
     */
    List<Line> tree(boolean withUsers) {
        Bank top = new Bank();
        associations.forEach((payer, amounts) -> {
            Bank bank = top;
            for (String name : Objects.requireNonNull(payer.bank).split("/", -1)) {
                bank = bank.below.computeIfAbsent(name, each -> new Bank());
                bank.amounts = sum(bank.amounts, amounts);
            }
            bank.users.merge(Objects.requireNonNull(payer.user), amounts, PayerLines::sum);
        });
        List<Line> lines = new ArrayList<>();
        top.below.forEach((name, bank) -> walk(name, 0, bank, withUsers, lines));
        lines.removeIf(line -> !isSomething(line.amounts));
        return lines;
    }

    private static void walk(String path, int depth, Bank bank, boolean withUsers, List<Line> to) {
        to.add(new Line(path, null, depth, bank.amounts));
        if (withUsers) {
            bank.users.forEach((user, amounts) -> to.add(new Line(path, user, depth, amounts)));
        }
        bank.below.forEach((name, below) -> walk(path + "/" + name, depth + 1, below, withUsers, to));
    }

    private List<BigDecimal> zeros() {
        return Collections.nCopies(width, BigDecimal.ZERO);
    }

    private static boolean isSomething(List<BigDecimal> amounts) {
        return amounts.stream().anyMatch(amount -> amount.signum() != 0);
    }

    private static List<BigDecimal> sum(List<BigDecimal> some, List<BigDecimal> others) {
        List<BigDecimal> sums = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            sums.add(some.get(i).add(others.get(i)));
        }
        return List.copyOf(sums);
    }
}
