package io.fairstream.cli.shares;

import io.fairstream.rules.share.ShareNode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Shares as people write them: a number, or {@code parent}, which is Slurm's {@code Fairshare=parent}.
 *
 * @param number not looked at with {@code isParent}
 */
record RawShares(double number, boolean isParent) {
    private static final String PARENT = "parent";

    static RawShares of(ShareNode node) {
        return new RawShares(node.shares(), node.useParent());
    }

    ShareNode node(String path, ShareNode.Kind kind, boolean active) {
        return new ShareNode(path, kind, number, active, isParent);
    }

    @Override
    public String toString() {
        return isParent ? "its parent's shares" : ShareCommand.shares(number);
    }

    /** Reads them on the command line. */
    static final class Converter implements ITypeConverter<RawShares> {
        @Override
        public RawShares convert(String text) {
            if (text.equals(PARENT)) {
                return new RawShares(1, true);
            }
            try {
                return new RawShares(Double.parseDouble(text), false);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("\"" + text + "\" (expected: a number of 0 or more, or parent)");
            }
        }
    }
}
