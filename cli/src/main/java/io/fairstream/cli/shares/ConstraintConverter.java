package io.fairstream.cli.shares;

import io.fairstream.query.priority.Constraint;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a constraint on the command line. */
final class ConstraintConverter implements ITypeConverter<Constraint> {
    @Override
    public Constraint convert(String text) {
        try {
            return Constraint.parse(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("\"" + text + "\": not a number");
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
