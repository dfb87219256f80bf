package io.fairstream.cli.report;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.query.explain.Plan;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a future job, {@code WEIGHT:PERIOD[@IN]}. */
final class PlannedJobConverter implements ITypeConverter<Plan.Job> {
    private static final Pattern JOB = Pattern.compile("([0-9.eE+-]+):([^@]+)(?:@(.+))?");

    @Override
    public Plan.Job convert(String text) {
        Matcher job = JOB.matcher(text);
        if (!job.matches()) {
            throw refusal(text);
        }
        double weight = weight(job.group(1), text);
        Duration lasts = new DurationConverter().convert(job.group(2));
        Duration begins = job.group(3) == null ? Duration.ZERO : DurationConverter.read(job.group(3));
        return new Plan.Job(weight, lasts, begins);
    }

    private static double weight(String number, String text) {
        try {
            double weight = Double.parseDouble(number);
            if (weight > 0 && Double.isFinite(weight)) {
                return weight;
            }
        } catch (NumberFormatException e) {
            // falls through to the common message for wrong weights
        }
        throw refusal(text);
    }

    private static TypeConversionException refusal(String text) {
        return new TypeConversionException("\"" + text
                + "\" (expected: WEIGHT:DURATION or WEIGHT:DURATION@DELAY with a slot weight above 0, like "
                + "8:24h or 8:24h@2d)");
    }
}
