package io.fairstream.publish.notices;

import io.fairstream.schemas.Notice;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Subjects and texts of mails, in plain words. */
final class NoticeText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final String SECONDS = " s";
    private static final double SECONDS_OF_AN_HOUR = 3600;
    private static final double PERCENT = 100;

    private NoticeText() {}

    static String subject(Notice notice) {
        String part = notice.getThreshold() + " % of allocation " + notice.getTarget();
        return switch (notice.getKind()) {
            case REACHED -> part + " is spent";
            case MOVED -> part + " was spent at another time";
            case TAKEN_BACK -> part + " is not spent after all";
        };
    }

    static String subject(Delivery delivery) {
        int count = delivery.notices().size();
        return delivery.day() == null
                ? subject(delivery.first().notice())
                : count + (count == 1 ? " notice" : " notices") + " about allocations, " + delivery.day();
    }

    static String text(Delivery delivery) {
        LocalDate day = delivery.day();
        return day == null ? text(delivery.first()) : digest(day, delivery.notices());
    }

    private static String digest(LocalDate day, List<SentNotice> notices) {
        StringBuilder text = new StringBuilder("Notices of " + day + " (UTC):\n\n");
        notices.forEach(each -> text.append("- ").append(subject(each.notice())).append('\n'));
        for (SentNotice each : notices) {
            text.append("\n\n").append(subject(each.notice())).append("\n\n").append(text(each));
        }
        return text.toString();
    }

    private static String text(SentNotice sent) {
        Notice notice = sent.notice();
        Amounts amounts = Amounts.of(notice.getUnit());
        StringBuilder text = new StringBuilder(sentence(notice)).append("\n\n");
        line(
                text,
                "Granted",
                amounts.text(notice.getGranted()) + ", for the period since " + time(notice.getPeriodStart()));
        line(text, "Spent", amounts.text(notice.getSpent()) + share(notice));
        line(text, "Left", left(notice, amounts));
        line(text, "As of", time(notice.getAsOf()));
        text.append('\n').append(forecast(notice)).append("\n\n");
        line(text, "Because of", cause(notice));
        line(text, "Notice", sent.topic() + ", partition " + sent.partition() + ", offset " + sent.offset());
        return text.toString();
    }

    private static String sentence(Notice notice) {
        String part = notice.getThreshold() + " % of allocation " + notice.getTarget();
        String at = time(notice.getAt());
        return switch (notice.getKind()) {
            case REACHED -> part + " was spent at " + at + ".";
            case MOVED ->
                part + " was spent at " + at + (notice.getWas() == null ? "" : ", not at " + time(notice.getWas()))
                        + ". A late event changed that.";
            case TAKEN_BACK ->
                part + " is not spent. An earlier notice said that it was, at " + at
                        + "; a late event or another decision changed that.";
        };
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-12s%s%n", name + ":", value).replace("\r\n", "\n"));
    }

    private static String share(Notice notice) {
        return notice.getGranted() > 0
                ? " (" + Amounts.number(PERCENT * notice.getSpent() / notice.getGranted()) + " %)"
                : "";
    }

    private static String left(Notice notice, Amounts amounts) {
        return notice.getBalance() < 0
                ? "nothing; " + amounts.text(-notice.getBalance()) + " too much are spent"
                : amounts.text(notice.getBalance());
    }

    private static String forecast(Notice notice) {
        if (notice.getBalance() <= 0) {
            return "Nothing is left.";
        }
        return "At the rate of the last day, the rest will " + spent(notice.getSpentAtDayRate())
                + ".\nAt the rate of the last week, it will " + spent(notice.getSpentAtWeekRate()) + ".";
    }

    private static String spent(@Nullable Instant at) {
        return at == null ? "not be spent" : "be spent by " + time(at);
    }

    private static String cause(Notice notice) {
        return notice.getOffset() < 0
                ? "a change of the configuration"
                : notice.getTopic() + ", partition " + notice.getPartition() + ", offset " + notice.getOffset()
                        + ", sent " + time(notice.getSent());
    }

    private static String time(Instant at) {
        return TIME.format(at);
    }

    /**
     * Amounts for people: in hours if the unit is of seconds.
     *
     * @param unit after the number
     */
    private record Amounts(double divisor, String unit) {
        static Amounts of(String unit) {
            if (unit.equals(SECONDS.strip())) {
                return new Amounts(SECONDS_OF_AN_HOUR, "hours");
            }
            return unit.endsWith(SECONDS)
                    ? new Amounts(SECONDS_OF_AN_HOUR, unit.substring(0, unit.length() - SECONDS.length()) + " hours")
                    : new Amounts(1, unit);
        }

        String text(double amount) {
            return number(amount / divisor) + " " + unit;
        }

        static String number(double value) {
            double size = Math.abs(value);
            String pattern = size >= 1e15 ? "0.###E0" : size == 0 || size >= 1 ? "#,##0.#" : "0.###";
            DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
            format.setRoundingMode(RoundingMode.HALF_UP);
            return format.format(value);
        }
    }
}
