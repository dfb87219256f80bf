/**
 * Counterpart of HTCondor's {@code condor_userprio}, as its administrators know it: the listing of priorities, and the edits of
 * accounts.
 */
@NullMarked
package io.fairstream.cli.userprio;

import org.jspecify.annotations.NullMarked;
