package io.fairstream.cli.shares;

import io.fairstream.query.shares.RawShares;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads shares on the command line. */
final class RawSharesConverter implements ITypeConverter<RawShares> {
    @Override
    public RawShares convert(String text) {
        try {
            return RawShares.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
