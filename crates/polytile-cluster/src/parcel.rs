//! What travels through the dataflow: parcels of bytes, addressed to a worker.
//!
//! timely moves containers; ours is a list of parcels that goes to its addressee as it is, so that bytes are copied into a buffer
//! of the network and out of it, and nowhere else.

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// What a parcel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Neighbours.
    Keys,
    /// What a worker says to all.
    Said,
    /// Why a worker ends.
    Failed,
}

/// Bytes for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    pub kind: Kind,
    pub from: usize,
    pub to: usize,
    pub bytes: Vec<u8>,
}

/// Some parcels.
#[derive(Clone, Debug, Default)]
pub struct Post(pub Vec<Parcel>);

impl Accountable for Post {
    fn record_count(&self) -> i64 {
        self.0.len() as i64
    }
}

/// Words before the bytes of a parcel: kind, sender, addressee, length.
const HEAD: usize = 32;

impl ContainerBytes for Post {
    fn from_bytes(bytes: Bytes) -> Self {
        let mut rest = &bytes[..];
        let mut parcels = Vec::new();
        while let Some((head, more)) = rest.split_at_checked(HEAD) {
            let word =
                |i: usize| head[8 * i..8 * i + 8].iter().rev().fold(0, |n, &b| n << 8 | usize::from(b));
            let kind = match word(0) {
                1 => Kind::Keys,
                2 => Kind::Said,
                3 => Kind::Failed,
                // What pads the last one.
                _ => break,
            };
            let (bytes, more) = more.split_at(word(3).min(more.len()));
            parcels.push(Parcel { kind, from: word(1), to: word(2), bytes: bytes.to_vec() });
            rest = more;
        }
        Post(parcels)
    }

    fn length_in_bytes(&self) -> usize {
        let length: usize = self.0.iter().map(|parcel| HEAD + parcel.bytes.len()).sum();
        length.next_multiple_of(8)
    }

    fn into_bytes<W: std::io::Write>(&self, writer: &mut W) {
        let mut length = 0;
        for Parcel { kind, from, to, bytes } in &self.0 {
            let kind = match kind {
                Kind::Keys => 1,
                Kind::Said => 2,
                Kind::Failed => 3,
            };
            for word in [kind, *from as u64, *to as u64, bytes.len() as u64] {
                put(writer, &word.to_le_bytes());
            }
            put(writer, bytes);
            length += HEAD + bytes.len();
        }
        put(writer, &[0; 8][..length.next_multiple_of(8) - length]);
    }
}

/// Writes into a buffer that timely has made as long as was asked for: that cannot fail.
fn put(writer: &mut impl std::io::Write, bytes: &[u8]) {
    let _ = writer.write_all(bytes);
}

/// Gives every parcel to its addressee.
pub struct Deliver;

impl Distributor<Post> for Deliver {
    fn partition<T: Clone, P: Push<Message<T, Post>>>(
        &mut self,
        container: &mut Post,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        for parcel in container.0.drain(..) {
            let to = parcel.to;
            Message::push_at(&mut Post(vec![parcel]), stamp.clone(), &mut pushers[to]);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Post>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::bytes::arc::BytesMut;

    #[test]
    fn parcels_arrive_as_they_were_sent() {
        let parcel = |kind, length: u8| Parcel { kind, from: 3, to: 4, bytes: (0..length).collect() };
        let post = Post(vec![parcel(Kind::Keys, 13), parcel(Kind::Said, 0), parcel(Kind::Failed, 1)]);
        let mut bytes = Vec::new();
        post.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), post.length_in_bytes());
        let bytes = BytesMut::from(bytes).freeze();
        assert_eq!(Post::from_bytes(bytes).0, post.0);
    }
}
