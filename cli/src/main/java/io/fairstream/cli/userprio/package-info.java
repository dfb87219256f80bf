/** What HTCondor's administrators know as {@code condor_userprio}: the listing of priorities, and the edits of accounts. */
@NullMarked
package io.fairstream.cli.userprio;

import org.jspecify.annotations.NullMarked;
