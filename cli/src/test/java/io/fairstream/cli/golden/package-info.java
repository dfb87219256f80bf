/** Complete outputs. */
@org.jspecify.annotations.NullMarked
package io.fairstream.cli.golden;
